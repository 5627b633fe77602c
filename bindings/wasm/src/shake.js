// SPDX-License-Identifier: MIT
// SHAKE, whose output has any length.
const shake = name => Object.freeze(hashing({ name, bytes: number("narae_size_shake"), start: c[`narae_${name}_start`], update: c.narae_sha3_update, finish: c.narae_shake_squeeze }));
const shake128 = shake("shake128"), shake256 = shake("shake256");
