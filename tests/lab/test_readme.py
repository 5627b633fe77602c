"""Every command in the README is run, in a folder of its own, and the Korean README has the same ones."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from lab.paths import ROOT


def commands(name: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    return [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


# These two are the runs that everything else here belongs to.
RUN_ELSEWHERE = {"./narae test", "./narae bench"}


@pytest.mark.parametrize("command", [c for c in commands("README.md") if c not in RUN_ELSEWHERE])
def test_a_command_of_the_readme_works(command, tmp_path):
    here = command.replace("./narae", str(ROOT / "narae")).replace("cmake -B", f"cmake -S {ROOT} -B")
    environment = os.environ | {"NARAE_RESULTS": str(tmp_path / "results")}
    done = subprocess.run(here, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_bench_of_the_readme_works(full_run):
    assert "./narae bench" in commands("README.md")
    assert full_run.rows


def test_both_readmes_have_the_same_commands():
    assert commands("README.md") == commands("README.ko.md")


@pytest.mark.parametrize("name", ["README.md", "README.ko.md", "docs/architecture.md", "docs/measurement.md"])
def test_links_lead_somewhere(name):
    file = ROOT / name
    for link in re.findall(r"\]\(([^)#]+)\)", file.read_text()):
        if "://" not in link:
            assert (file.parent / link).exists(), link


def test_the_c_example_of_the_readme_compiles(tmp_path):
    (example,) = re.findall(r"```c\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    include, body = example.split("\n", 1)
    source = tmp_path / "example.c"
    source.write_text(
        f"{include}\nint f(const unsigned char *key, unsigned char *out, const unsigned char *in, size_t nblocks)\n"
        f"{{\n{body}\nreturn status;\n}}\n"
    )
    subprocess.run(
        ["gcc", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", "-c", source, "-o", tmp_path / "o"], check=True
    )
