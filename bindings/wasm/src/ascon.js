// SPDX-License-Identifier: MIT
// Ascon of NIST SP 800-232.
const asconAead128 = Object.freeze(Object.assign(key => new Aead({
  name: "Ascon-AEAD128", nonceBytes: [16], ...withKey("ascon_aead128", 16), finish: c.narae_ascon_aead128_finish,
}, keyOf(key, "Ascon-AEAD128", [16]), 16), { keyBytes: Object.freeze([16]) }));

const sponge = name => ({ bytes: number("narae_size_ascon_xof128"), start: c[`narae_${name}_start`], update: c[`narae_${name}_update`] });
const asconHash256 = Object.freeze({ ...hashing({ ...sponge("ascon_hash256"), name: "asconHash256", digestBytes: 32, finish: (at, p) => c.narae_ascon_hash256_finish(at, p) }), digestBytes: 32 });
const asconXof128 = Object.freeze(hashing({ ...sponge("ascon_xof128"), name: "asconXof128", finish: c.narae_ascon_xof128_squeeze }));
