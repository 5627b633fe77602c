/* SPDX-License-Identifier: MIT */
/* A peer in C++: an object with the three functions of peer.h.  What a library
 * throws, such as a forged tag, becomes a 0, at the price its users pay. */
#ifndef NARAE_LAB_PEER_HPP
#define NARAE_LAB_PEER_HPP

#include "peer.h"

#include <exception>
#include <memory>
#include <string>

class Peer
{
  public:
    virtual ~Peer() = default;

    virtual void
    set_key(const uint8_t *, size_t)
    {
    }
    virtual void seal(PEER_SEAL) = 0;

    virtual bool
    open(PEER_OPEN)
    {
        seal(out, nullptr, 0, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
        return tag != nullptr || tag_bytes == 0;
    }
};

std::unique_ptr<Peer> make_peer(const std::string &cipher, const std::string &mode);

/* Exactly one source of each peer includes this header.  The object outlives
 * main: at exit its library may be gone before it. */
static Peer *the_peer;

static int
set_peer_key(const uint8_t *key, size_t key_bytes)
{
    the_peer->set_key(key, key_bytes);
    return 1;
}

static int
peer_seal(PEER_SEAL)
{
    the_peer->seal(out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
    return 1;
}

static int
peer_open(PEER_OPEN)
{
    try {
        return the_peer->open(out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
    } catch (const std::exception &) {
        return 0;
    }
}

extern "C" const peer *
peer_find(const char *cipher, const char *mode)
{
    static const peer functions = {set_peer_key, peer_seal, peer_open};

    the_peer = make_peer(cipher, mode).release();
    return &functions;
}

#endif
