# SPDX-License-Identifier: MIT
"""A real browser for tests that look at pages; where there is none that runs, they are skipped by name."""

from __future__ import annotations

import atexit
import json
import shutil
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # each worker collects all tests, and one opens pages
    from playwright.sync_api import Browser, ConsoleMessage, Playwright

MILLISECONDS = 180_000  # for a page on a machine that does other things meanwhile
PHONE = 700  # pixels; a narrower window is one's


@dataclass(frozen=True)
class Seen:
    result: object  # what the script gave
    interactive: float | None  # milliseconds until the page was ready for its reader
    errors: list[str] = field(default_factory=list)  # of the console


def browse(page: Path | str, *jobs: dict) -> list[Seen]:
    """Opens a file or URL once for each job: { width, height, dark, language, script, screenshot, full, pdf }."""
    answer: Future[list[Seen]] = Future()
    orders().put((answer, page if isinstance(page, str) else page.resolve().as_uri(), jobs))
    return answer.result()


@cache
def orders() -> SimpleQueue[Any]:
    """What the browser is to do: one for all pages, until the tests end.  Playwright's event loop stays in a thread."""
    orders_queue: SimpleQueue[Any] = SimpleQueue()
    thread = Thread(target=serve, args=(orders_queue,), daemon=True)
    thread.start()
    atexit.register(thread.join)
    atexit.register(orders_queue.put, None)
    return orders_queue


def serve(orders_queue: SimpleQueue[Any]) -> None:
    driver = browser = None
    with ExitStack() as stack:
        for answer, url, jobs in iter(orders_queue.get, None):
            try:
                from playwright.sync_api import sync_playwright

                driver = driver or stack.enter_context(sync_playwright())
                browser = browser or launched(driver)
                answer.set_result([look(browser, url, **job) for job in jobs])
            except BaseException as error:  # pytest's skipping, too
                answer.set_exception(error)


def launched(driver: Playwright) -> Browser:
    from playwright.sync_api import Error

    try:
        path = shutil.which("chromium")
        return driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
    except Error as error:
        pytest.skip(f"chromium cannot run: {error.message[-300:]}")


def look(
    browser: Browser,
    url: str,
    *,
    width: int = 1280,
    height: int = 900,
    dark: bool = False,
    language: str = "en-US",
    script: str = "",
    screenshot: Path | str = "",
    full: bool = False,
    pdf: Path | str = "",
) -> Seen:
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            errors.append(message.text)

    window = {"width": width, "height": height}
    colours = "dark" if dark else "light"
    context = browser.new_context(viewport=window, color_scheme=colours, locale=language, is_mobile=width < PHONE)
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", note)
    page.goto(url)
    interactive = page.evaluate("performance.getEntriesByName('interactive')[0]?.startTime ?? null")
    result = page.evaluate(f"async () => {{ {script} }}") if script else None
    if screenshot:
        page.screenshot(path=screenshot, full_page=full)
    if pdf:
        page.pdf(path=pdf, prefer_css_page_size=True)
    context.close()
    return Seen(result, interactive, errors)


def drawn(every: bool = True) -> str:
    """A script that opens all papers and draws every plot, or only the first machine's of each kind, whose data alone
    differ; `plots` lists them all: id, number of points that are shown or would be, and the traces without any."""
    return f"""
for (const details of document.querySelectorAll("details")) details.open = true;
await new Promise(done => setTimeout(done, 50));
const kinds = new Set(), kind = plot => plot.id.replace(new RegExp(`-(${{targets.join("|")}})$`), "");
for (const [plot, c] of charts) {{
  if (!c.drawn && plot.offsetParent && ({json.dumps(every)} || !kinds.has(kind(plot)))) draw(plot);
  if (c.drawn) kinds.add(kind(plot));
}}
const marked = traces => traces.filter(t => t.visible !== "legendonly" && t.mode !== "lines").flatMap(t => [...t.x]);
const plots = [...charts].map(([p, c]) => {{
  const {{ traces }} = c.make(), points = c.drawn ? p.querySelectorAll(".point") : marked(traces);
  return [p.id, points.length, traces.filter(t => !t.x.length).map(t => t.name)];
}});
"""


SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
