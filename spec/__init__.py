# SPDX-License-Identifier: MIT
"""The algorithms as slow, plain models, written from the standards alone: one file each.

They share no idea with the C code (integers and lists, no tables but S-boxes computed from their definitions), so that
a mistake is unlikely to be made twice.  What stands on them: the gate of lab/bench (vectors/checksums.json), the proofs
(lab/proof), the answers of the self-tests, and vectors of modes without published ones.

Block ciphers, permutations and hashes also run on symbolic numbers (lab/proof/symbolic.py): no `if` depends on data,
and bytes are read and made by the functions of arithmetic.py.

    python3 -m spec.generate      writes vectors/checksums.json and vectors/*/*_model.json"""
