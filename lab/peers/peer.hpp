/* SPDX-License-Identifier: MIT */
/* A peer in C++: an object with the functions of peer.h.  An exception, for instance
 * for a forged tag, becomes 0; its cost is measured. */
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

/* Include once per peer.  The object is never destroyed: at exit its library may be
 * unloaded first. */
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
