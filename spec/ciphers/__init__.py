# SPDX-License-Identifier: MIT
"""The block ciphers.  Each file here is one, and has these constants:

CIPHERS              by name: bytes of a block, bytes of a key, encryption of one block
GATED                modes with a checksum in vectors/checksums.json
GATED_SHORTEST_KEY   the same, for the shortest key alone
VECTORS              groups of modes without published vectors: spec/generate.py writes some"""
