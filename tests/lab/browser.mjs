// SPDX-License-Identifier: MIT
/* Drives a headless Chromium over its debugging protocol: opens pages, runs a script in each, looks at them.
 *
 *   node browser.mjs CHROMIUM PROFILE JOBS
 *
 * JOBS is a JSON list of { url, width, height, dark, language, script, screenshot, full, pdf }; the answer, on standard output,
 * is a list of { result, errors, interactive }: what the script gave, what the console said, and after how many
 * milliseconds the page was ready for its reader. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const SECONDS = 180;
const [chromium, profile, jobs] = [process.argv[2], process.argv[3], JSON.parse(process.argv[4])];
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
const browser = spawn(chromium, [...flags, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
process.on("exit", () => browser.kill("SIGKILL"));
setTimeout(() => { console.error(`no end after ${SECONDS} s`); process.exit(4); }, 1000 * SECONDS);

const address = await new Promise((found, lost) => {
  let said = "";
  browser.stderr.on("data", chunk => {
    said += chunk;
    const match = said.match(/DevTools listening on (ws:\S+)/);
    if (match) found(match[1]);
  });
  browser.on("exit", () => { console.error(`the browser ended: ${said.slice(-500)}`); process.exit(5); });
  browser.on("error", lost);
});

/* A page to talk to: send() waits for the answer. */
async function open() {
  const base = address.replace("ws:", "http:").split("/devtools")[0];
  const { webSocketDebuggerUrl } = await (await fetch(`${base}/json/new?about:blank`, { method: "PUT" })).json();
  const socket = new WebSocket(webSocketDebuggerUrl), waiting = new Map(), errors = [];
  let number = 0;
  await new Promise(done => { socket.onopen = done; });
  socket.onmessage = message => {
    const { id, method, params, result, error } = JSON.parse(message.data);
    if (id) waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    else {
      if (method === "Runtime.exceptionThrown") errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) errors.push(params.args.map(a => a.value ?? a.description).join(" "));
      if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level)) errors.push(params.entry.text);
    }
  };
  const send = (method, params = {}) => new Promise(done => { waiting.set(++number, done); socket.send(JSON.stringify({ id: number, method, params })); });
  return { send, errors, close: () => socket.send(JSON.stringify({ id: ++number, method: "Page.close" })) };
}

async function evaluate(page, expression) {
  const { result, exceptionDetails } = await page.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function look(job) {
  const page = await open();
  for (const domain of ["Page", "Runtime", "Log"]) await page.send(`${domain}.enable`);
  await page.send("Emulation.setDeviceMetricsOverride", { width: job.width ?? 1280, height: job.height ?? 900, deviceScaleFactor: 1, mobile: (job.width ?? 1280) < 700 });
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: job.dark ? "dark" : "light" }] });
  if (job.language) await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `Object.defineProperty(navigator, "language", { get: () => "${job.language}" })` });
  await page.send("Page.navigate", { url: job.url });
  while (!(await evaluate(page, `location.href !== "about:blank" && document.readyState === "complete"`).catch(() => false)))
    await new Promise(done => setTimeout(done, 20));
  const interactive = await evaluate(page, `performance.getEntriesByName("interactive")[0]?.startTime ?? null`);
  const result = job.script ? await evaluate(page, `(async () => { ${job.script} })()`) : null;
  if (job.screenshot) {
    const { data } = await page.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: Boolean(job.full) });
    writeFileSync(job.screenshot, Buffer.from(data, "base64"));
  }
  if (job.pdf) {
    const { data } = await page.send("Page.printToPDF", { printBackground: false, preferCSSPageSize: true });
    writeFileSync(job.pdf, Buffer.from(data, "base64"));
  }
  page.close();
  return { result: result ?? null, errors: page.errors, interactive };
}

const answers = [];
for (const job of jobs) answers.push(await look(job));
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
