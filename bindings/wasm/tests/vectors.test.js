// SPDX-License-Identifier: MIT
// The project's vectors, in every way that the package offers.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { narae } from "./package.js";
import { use } from "./vectors.js";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../../../vectors");
const MOST = Number(process.env.NARAE_VECTORS ?? 400); // of one file, evenly spread

const files = readdirSync(FOLDER, { recursive: true }).filter(f => f.endsWith(".json") && f.includes("/"));

function spread(all) {
  const step = Math.max(1, all.length / MOST);
  return Array.from({ length: Math.min(all.length, MOST) }, (_, i) => all[Math.floor(i * step)]);
}

const checked = {};
const count = name => (checked[name] = (checked[name] ?? 0) + 1);

for (const file of files) {
  const { vectors } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  const name = file.split("/")[0];
  test(file, async () => {
    for (const v of spread(vectors)) {
      let known;
      try {
        known = await use(narae, assert, name, v);
      } catch (error) {
        error.message = `${v.cipher} ${v.mode} ${v.id}: ${error.message}`;
        throw error;
      }
      if (known !== "skip") count(`${name} ${v.mode}`);
    }
  });
}
test("modes", t => t.diagnostic(JSON.stringify(checked)));
