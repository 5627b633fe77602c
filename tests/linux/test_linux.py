# SPDX-License-Identifier: MIT
"""The kernel module in Debian's kernel in QEMU.  One boot runs the steps of all everyday tests."""

from __future__ import annotations

import platform
import re
import subprocess
from pathlib import Path

import pytest

from lab.paths import BUILD, ROOT
from tests.linux import guest
from tests.tools import PORTABLE, call, compile_all, library_sources, needed, skip_without, unpacked

pytestmark = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="a guest of x86-64 only")

MODULE = ROOT / "bindings/linux"
FLAGS = "KCFLAGS=-g0 -Werror"  # Debian's -g doubles the time, and the guest's copy is stripped
# QEMU does not run these: every day only registers and symbols of their objects are checked; --deep optimizes them and
# checks stores below the stack pointer and frames.
NOT_RUN = [f for name in ("avx512", "gfni", "vaes", "vpclmul") for f in (ROOT / "src").glob(f"*/x86/*_{name}*.c")]
UNOPTIMIZED = " ".join(f.relative_to(ROOT).with_suffix(".o").as_posix() for f in NOT_RUN)
# --deep has the kernel's -O2 and Kbuild's slow search for exported symbols, of which the module has none.
EVERY_DAY = ("KCFLAGS=-g0 -O1", f"UNOPTIMIZED={UNOPTIMIZED}", "NM=true")
CIPHERS = ("lea", "aria", "seed", "hight")
COMPARED = 120  # requests of every day; --deep has three times as many
TEMPLATES = {
    "skcipher": ["ofb(lea)", "cfb(lea)", "kw(lea)"],
    "aead": ["ccm(lea)", "rfc4106(gcm(lea))", "authenc(hmac(sha256),cbc(aria))"],
    "hash": ["cmac(lea)", "cmac(hight)"],
}
# Levels below that of the guest's CPU, with numbers of requests.
LEVELS = {"portable": 72, "sse2": 36, "aesni": 36}


@pytest.fixture(scope="module")
def packages(pytestconfig) -> Path:
    return guest.packages(usual=pytestconfig.getoption("--deep"))


@pytest.fixture(scope="module")
def module(packages, pytestconfig) -> Path:
    skip_without("make", "ccache", "gcc-12", "dpkg-deb")
    headers = guest.headers_in(packages)
    flags = () if pytestconfig.getoption("--deep") else EVERY_DAY
    return built(BUILD / "linux", headers, "CC=ccache gcc-12", *flags)


def symbols(objects: list[Path], defined: bool) -> set[str]:
    lines = call(["nm", "--defined-only" if defined else "--undefined-only", *objects]).splitlines()
    return {words[-1] for words in map(str.split, lines) if words and not words[0].endswith(":")}


def portable_objects(module: Path) -> list[Path]:
    objects = sorted(module.parent.glob("**/*.o"))
    return [o for o in objects if o.parent.name != "x86" and not o.name.startswith("narae.")]


def test_only_kernels_touch_vector_registers(module):
    """Portable code uses no vector registers and calls no kernel."""
    kernels = sorted(module.parent.glob("**/x86/*.o"))
    others = portable_objects(module)
    portable = [
        o for o in others if o.parent.name == "portable" or o.name in ("xts_whiten.o", "ghash_scalar.o", "wipe.o")
    ]
    assert len(kernels) > 20 and len(portable) > 8
    assert re.search("%[xyz]mm", call(["objdump", "-d", *kernels]))
    assert not re.search("%[xyz]mm", call(["objdump", "-d", *others]))
    assert symbols(portable, False) & symbols(kernels, True) == set()


def test_no_kernel_stores_below_the_stack_pointer(module):
    """The kernel has no red zone."""
    kernels = [o for o in module.parent.glob("**/*.o") if o.parent.name == "x86"]
    assert not re.search(r"-0x[0-9a-f]+\(%rsp\)", call(["objdump", "-d", *kernels]))


def test_the_package_holds_what_was_built(module):
    build = module.parent.parent
    call(["make", "-C", MODULE, f"BUILD={build}", "deb"])
    names = call(["dpkg-deb", "-c", next(build.glob("*.deb"))]).split()
    place = f"./usr/src/{module.parent.name}/"
    installed = {name.removeprefix(place) for name in names if name.startswith(place) and not name.endswith("/")}
    tree = {str(f.relative_to(module.parent)) for f in module.parent.rglob("*.[chS]")} - {"narae.mod.c"}
    assert {"Kbuild", "LICENSE", "dkms.conf", *tree} <= installed
    conf = call(["dpkg-deb", "--fsys-tarfile", next(build.glob("*.deb"))], errors="replace")
    assert f'PACKAGE_VERSION="{module.parent.name.removeprefix("narae-")}"' in conf


def built(folder: Path, headers: Path, *options: str) -> Path:
    """Builds the module for the kernel of these headers."""
    output = call(["make", "-C", MODULE, "-j2", f"BUILD={folder}", f"KDIR={headers}", FLAGS, *options])
    assert "warning" not in output
    return next(folder.glob("narae-*/narae.ko"))


def program_by(compiler: str, folder: Path) -> Path:
    """The guest's program, with portable code, independent of the module's kernels."""
    own = compile_all(compiler, [*PORTABLE, "-Wall", "-Wextra"], [Path(__file__).with_name("guest.c")], folder)
    objects = [*own, *needed(compiler, PORTABLE, own, library_sources(""))]
    call([compiler, "-static", *objects, "-o", folder / "guest"])
    return folder / "guest"


@pytest.fixture(scope="module")
def program() -> Path:
    return program_by("gcc", BUILD / "linux-guest")


@pytest.fixture(scope="module")
def machine(packages, module, program, tmp_path_factory) -> guest.Machine:
    return guest.machine(tmp_path_factory.mktemp("linux"), packages, module, program)


ENCRYPTED = """\
echo -n wing > /tmp/key
format() {{
    cryptsetup luksFormat -q --cipher {cipher} --key-size {bits} --pbkdf pbkdf2 --pbkdf-force-iterations 1000 \
        --luks2-metadata-size 16k --luks2-keyslots-size 512k --key-file /tmp/key /dev/vda
}}
open() {{ cryptsetup open --key-file /tmp/key /dev/vda secret && mount -t ext4 /dev/mapper/secret /mnt; }}
close() {{ umount /mnt && cryptsetup close secret; }}
make_files() {{ cryptsetup open --key-file /tmp/key /dev/vda secret && /sbin/mke2fs -q -t ext4 /dev/mapper/secret && \
    mount -t ext4 /dev/mapper/secret /mnt; }}
"""


@pytest.fixture(scope="module")
def steps(machine, tmp_path_factory, pytestconfig) -> dict[str, tuple[int, str]]:
    folder = tmp_path_factory.mktemp("everyday")
    more = 3 if pytestconfig.getoption("--deep") else 1
    script = (
        ENCRYPTED.format(cipher="lea-xts-plain64", bits=256)
        + f"""\
step refuse insmod /m/narae.ko cpu=fast
step load insmod /m/narae.ko
step compare guest compare 1 {more * COMPARED}
step algorithms cat /proc/crypto
step templates guest there {" ".join(f"{kind} '{name}'" for kind, names in TEMPLATES.items() for name in names)}
step format format
step files make_files
step table cryptsetup status secret
step write guest write /mnt/file 7
step close close
step open open
step verify guest verify /mnt/file 7
step close_again close
step unload rmmod narae
"""
    )
    for level, count in LEVELS.items():
        script += (
            f"step load-{level} insmod /m/narae.ko cpu={level}\nstep compare-{level} guest compare 2 {more * count}\n"
        )
        script += f"step unload-{level} rmmod narae\n"
    script += "step log dmesg\n"
    console = machine.boot(folder, script, 300, *guest.disk(folder / "disk", 40))
    results = guest.steps(console)
    results["console"] = (0, console)
    return results


def passed(steps: dict[str, tuple[int, str]], *names: str) -> str:
    output = ""
    for name in names:
        assert name in steps, f"the guest did not come to {name}: {steps['console'][1][-3000:]}"
        status, text = steps[name]
        assert status == 0, f"{name}: {text[-2000:]}"
        output += text
    return output


def algorithms(text: str) -> dict[str, dict[str, str]]:
    """Those of the module in /proc/crypto, by driver."""
    results = {}
    for part in text.split("\n\n"):
        fields = dict(re.findall(r"^(\w+)\s+: (.*)$", part, re.MULTILINE))
        if fields.get("module") == "narae":
            results[fields["driver"]] = fields
    return results


def test_every_algorithm_is_registered_and_tested(steps):
    passed(steps, "load", "compare")
    results = algorithms(passed(steps, "algorithms"))
    modes = [f"{mode}({c})" for c in CIPHERS for mode in ("ecb", "cbc", "ctr")]
    wide = [f"{mode}({c})" for c in CIPHERS[:3] for mode in ("xts", "gcm")]
    assert sorted(fields["name"] for fields in results.values()) == sorted([*CIPHERS, *modes, *wide])
    assert {fields["selftest"] for fields in results.values()} == {"passed"}
    assert {fields["priority"] for fields in results.values()} == {"700"}


def test_the_kernels_templates_take_its_ciphers(steps):
    passed(steps, "templates")
    guide = (ROOT / "docs/how-to/linux.md").read_text()
    assert all(f"`{name}`" in guide for names in TEMPLATES.values() for name in names)


def test_requests_are_answered_as_the_library_does(steps):
    passed(steps, "compare")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_answers_alike(steps, level):
    passed(steps, f"load-{level}", f"compare-{level}", f"unload-{level}")


def test_a_disk_keeps_what_was_written(steps):
    output = passed(steps, "format", "files", "table", "write", "close", "open", "verify", "close_again")
    assert "lea-xts-plain64" in output


def test_the_module_is_unloaded(steps):
    passed(steps, "unload")


def test_an_unknown_level_is_refused_by_name(steps):
    status, _ = steps["refuse"]
    assert status != 0
    assert "cpu=fast is no level" in passed(steps, "log")


def test_the_kernel_complains_of_nothing(steps):
    log = passed(steps, "log")
    assert "self-tests passed" in log
    assert not re.findall(r".*(?:WARNING|BUG|Oops|Call Trace|alg: .*fail|self-test failed).*", log)


@pytest.mark.deep
def test_what_was_reported_as_written_survives_a_power_cut(machine, tmp_path):
    start = "insmod /m/narae.ko\n" + ENCRYPTED.format(cipher="lea-xts-plain64", bits=512)
    disk = guest.disk(tmp_path / "disk", 40)
    cut = "step format format\nstep files make_files\nguest append /mnt/log\n"
    console = machine.boot(tmp_path, start + cut, 600, *disk, until="COMMITTED 200\n")
    reported = int(re.findall(r"COMMITTED (\d+)\n", console)[-1])
    assert reported >= 200
    check = f"step open open\nstep records guest records /mnt/log {reported}\nstep close close\n"
    console = machine.boot(tmp_path, start + check, 600, *disk)
    passed({**guest.steps(console), "console": (0, console)}, "open", "records", "close")


@pytest.mark.deep
@pytest.mark.parametrize("level", ["", *LEVELS])
def test_many_requests_are_answered_as_the_library_does(machine, tmp_path, level):
    limit = f"cpu={level}" if level else ""
    console = machine.boot(tmp_path, f"insmod /m/narae.ko {limit}\nstep compare guest compare 3 20000\n", 1800)
    passed({**guest.steps(console), "console": (0, console)}, "compare")


@pytest.mark.deep
def test_instructions_of_xts_against_the_kernels_own_ciphers(machine, tmp_path, note):
    """With -icount, a nanosecond of the guest is an instruction; no measure of time."""
    named = {"xts-lea-narae": 16, "xts-aria-narae": 16, "xts(ecb(aes-generic))": 16, "adiantum(xchacha12,aes)": 32}
    runs = "".join(f"guest speed '{name}' 32 {iv}\n" for name, iv in named.items())
    console = machine.boot(tmp_path, f"insmod /m/narae.ko\n{runs}", 1800, "-icount", "shift=0,sleep=off")
    results = {name: int(n) / (1 << 20) for name, n in re.findall(r"^SPEED (\S+) (\d+)$", console, re.MULTILINE)}
    assert results.keys() == named.keys(), console[-2000:]
    output = ", ".join(f"{name} {per_byte:.2f}" for name, per_byte in results.items())
    note(f"instructions per byte in QEMU, requests of 4 KiB by AF_ALG: {output}")
    assert results["xts-lea-narae"] < results["xts(ecb(aes-generic))"]


# sparse does not support gcc's vector types.
SPARSE_FALSE_ERRORS = r"core/bytes\.h:\d+:\d+: error: invalid initializer"


@pytest.mark.deep
def test_sparse_finds_nothing(packages, module, tmp_path):
    """Address spaces, locks, byte order; except in kernels with intrinsics."""
    skip_without("sparse")
    check = tmp_path / "check"
    check.write_text(
        "#!/bin/sh\nfor last; do :; done\ncase $last in */x86/*) exit 0 ;; esac\n"
        f'echo "$last" >>"{tmp_path}/checked"\nexec sparse "$@"\n'
    )
    check.chmod(0o755)
    headers = guest.headers_in(packages)
    command = ["make", "-C", MODULE, f"BUILD={module.parent.parent}", f"KDIR={headers}", "CC=ccache gcc-12"]
    command += [FLAGS]
    done = subprocess.run([*command, "C=2", f"CHECK={check}"], capture_output=True, text=True)
    results = [
        line
        for line in done.stderr.splitlines()
        if re.search(r": (warning|error): ", line)
        and str(module.parent) in line
        and not re.search(SPARSE_FALSE_ERRORS, line)
    ]
    assert not results
    assert done.returncode == 0, done.stderr[-2000:]
    sources = {str(o.with_suffix(".c")) for o in portable_objects(module)}
    assert {*(tmp_path / "checked").read_text().split()} == sources


@pytest.mark.deep
def test_dkms_builds_the_package(packages, module, tmp_path):
    """From the installed package, in temporary folders."""
    build = module.parent.parent
    call(["make", "-C", MODULE, f"BUILD={build}", "deb"])
    call(["dpkg-deb", "-x", next(build.glob("*.deb")), tmp_path])
    tree = tmp_path / "dkms"
    tree.mkdir()
    version = guest.version_in(packages)
    dkms = unpacked("dkms") / "usr/sbin/dkms"
    name = module.parent.name.replace("-", "/")
    where = [f"--dkmstree={tree}", f"--sourcetree={tmp_path}/usr/src"]
    kernel = ["-k", version, f"--kernelsourcedir={guest.headers_in(packages)}"]
    call([dkms, "add", name, *where])
    call([dkms, "build", name, *where, *kernel])
    assert f"{name}, {version}, x86_64: built" in call([dkms, "status", *where])
    built_module = next(tree.glob(f"{name}/{version}/x86_64/module/narae.ko*"))
    assert b"vermagic=" + version.encode() in built_module.read_bytes() or built_module.suffix != ".ko"


@pytest.fixture(scope="module")
def module_of_arm64() -> Path:
    headers = guest.headers_in(guest.packages_of_arm64())
    cross = ("ARCH=arm64", "CROSS_COMPILE=aarch64-linux-gnu-", "CC=ccache aarch64-linux-gnu-gcc-12")
    return built(BUILD / "linux-arm64", headers, *cross)


@pytest.mark.deep
def test_only_kernels_touch_vector_registers_of_arm64(module_of_arm64):
    objects = sorted(module_of_arm64.parent.glob("**/*.o"))
    kernels = [o for o in objects if o.parent.name == "arm"]
    others = [o for o in objects if o not in kernels and not o.name.startswith("narae.")]
    vectors = r"\b[vq]\d+(?:\.|,)"
    assert re.search(vectors, call(["aarch64-linux-gnu-objdump", "-d", *kernels]))
    assert not re.search(vectors, call(["aarch64-linux-gnu-objdump", "-d", *others]))


@pytest.mark.deep
def test_arm64_answers_as_the_library_does(module_of_arm64, tmp_path):
    """With the AES instructions, NEON alone, and portable code, in Debian's kernel for 64-bit Arm."""
    program = program_by("aarch64-linux-gnu-gcc", BUILD / "linux-guest-arm64")
    script = ""
    for level in ("crypto", "neon", "portable"):
        script += f"step load-{level} insmod /m/narae.ko cpu={level}\nstep compare-{level} guest compare 4 600\n"
        script += f"step algorithms-{level} cat /proc/crypto\nstep unload-{level} rmmod narae\n"
    machine = guest.machine_of_arm64(tmp_path, module_of_arm64, program)
    console = machine.boot(tmp_path, script + "step log dmesg\n", 1800)
    steps = {**guest.steps(console), "console": (0, console)}
    for level in ("crypto", "neon", "portable"):
        passed(steps, f"load-{level}", f"compare-{level}", f"unload-{level}")
        results = algorithms(passed(steps, f"algorithms-{level}"))
        assert len(results) == 22 and {fields["selftest"] for fields in results.values()} == {"passed"}
        assert {fields["priority"] for fields in results.values()} == {"110" if level == "portable" else "700"}
    log = passed(steps, "log")
    assert "kernels for crypto, self-tests passed" in log and "kernels for neon, self-tests passed" in log
    assert not re.findall(r".*(?:WARNING|BUG|Oops|Call trace|alg: .*fail|self-test failed).*", log)
