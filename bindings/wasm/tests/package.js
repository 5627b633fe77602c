// SPDX-License-Identifier: MIT
// The built package: dist/, or the folder that NARAE_DIST names; with the kernels that NARAE_KERNELS names.
import { pathToFileURL, fileURLToPath } from "node:url";
import { dirname, join } from "node:path";

if (process.env.NARAE_KERNELS) globalThis.NARAE_KERNELS = process.env.NARAE_KERNELS;
export const FOLDER = process.env.NARAE_DIST ?? join(dirname(fileURLToPath(import.meta.url)), "../dist");
export const load = (name, instance = "") => import(`${pathToFileURL(join(FOLDER, `${name}.js`))}?${instance}`);
export const narae = await load("narae");
