# SPDX-License-Identifier: MIT
"""A guest for the kernel module: Debian's kernel with an initramfs in QEMU (TCG).

The kernel has the version of the installed headers; every day the cloud kernel, which unpacks and boots faster."""

from __future__ import annotations

import lzma
import re
import shutil
import struct
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import files, processes
from lab.paths import CACHE
from tests.tools import call, skip_without, unpacked

HEADERS = Path("/usr/src")
BUSYBOX = Path("/bin/busybox")
PROGRAMS = ("/usr/sbin/cryptsetup", "/usr/sbin/mke2fs")
# Kernel modules that they need; dependencies are added.
MODULES = (
    "virtio_pci virtio_blk dm-mod dm-crypt ext4 crc32c_generic af_alg algif_skcipher algif_aead algif_hash "
    "ecb cbc ctr gcm xts ghash-generic seqiv cmac hmac sha256_generic adiantum nhpoly1305 chacha_generic "
    "ofb cfb keywrap ccm authenc"
)
MODULES_OF_ARM64 = "af_alg algif_skcipher algif_aead ecb cbc ctr gcm xts seqiv"
MARK = "@@"


def kernel_version() -> str:
    """Of the newest installed headers."""
    folders = sorted(HEADERS.glob("linux-headers-*-common"), key=lambda p: [int(n) for n in re.findall(r"\d+", p.name)])
    if not folders:
        pytest.skip("linux-headers-amd64 is not installed")
    return folders[-1].name.removeprefix("linux-headers-").removesuffix("-common")


def packages(usual: bool) -> Path:
    """The usual or the cloud kernel of that version for x86-64, and its headers, unpacked."""
    version = kernel_version() + ("-amd64" if usual else "-cloud-amd64")
    folder = unpacked(f"linux-image-{version}", f"linux-headers-{version}")
    name_build_programs(folder)
    return folder


def headers_in(packages: Path) -> Path:
    return next(packages.glob("usr/src/linux-headers-*"))


def name_build_programs(folder: Path) -> None:
    """Links the build programs of this machine next to the headers."""
    build = next(Path("/usr/lib").glob("linux-kbuild-*"))
    link = folder / "usr/lib" / build.name
    link.parent.mkdir(parents=True, exist_ok=True)
    if not link.is_symlink():
        link.symlink_to(build)


def version_in(packages: Path) -> str:
    return next(packages.glob("boot/vmlinuz-*")).name.removeprefix("vmlinuz-")


def uncompressed(vmlinuz: bytes) -> bytes:
    """The ELF inside, which QEMU boots directly (PVH); unpacking in the guest would be slow.
    Documentation/x86/boot.rst has the fields: 1f1 setup_sects, 248 payload_offset, 24c payload_length."""
    sectors = vmlinuz[0x1F1] or 4
    offset, length = struct.unpack_from("<II", vmlinuz, 0x248)
    start = (sectors + 1) * 512 + offset
    payload = vmlinuz[start : start + length - 4]  # after which is the length of the ELF
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.decompress(payload)
    done = subprocess.run(["lz4", "-dc"], input=payload, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def depends(module: Path) -> list[str]:
    match = re.search(rb"\0depends=([^\0]*)\0", module.read_bytes())
    return [name for name in match[1].decode().split(",") if name] if match else []


def in_order(kernel: Path, names: list[str]) -> list[Path]:
    """Modules in order of dependency, without built-in ones."""
    modules = {path.stem.replace("-", "_"): path for path in kernel.rglob("*.ko")}
    order: list[Path] = []

    def visit(name: str) -> None:
        path = modules.get(name.replace("-", "_"))
        if path is not None and path not in order:
            for other in depends(path):
                visit(other)
            order.append(path)

    for name in names:
        visit(name)
    return order


def libraries(program: Path) -> set[Path]:
    return {Path(p) for p in re.findall(r"(/\S+) \(0x", call(["ldd", program]))}


# On a busy machine the guest may stall for seconds, which must not trigger the kernel's watchdogs.
NO_WATCHDOGS = "no_timer_check nowatchdog rcupdate.rcu_cpu_stall_suppress=1 sysctl.kernel.hung_task_timeout_secs=0"


def archive(tree: Path) -> bytes:
    """A cpio archive for the kernel."""
    names = call(["find", "."], cwd=tree)
    done = subprocess.run([BUSYBOX, "cpio", "-o", "-H", "newc"], cwd=tree, input=names.encode(), capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True)
class Machine:
    qemu: tuple[str, ...]
    console: str
    kernel: Path
    files: bytes  # an archive
    start: str  # lines of a shell script: file systems, modules

    def boot(self, folder: Path, script: str, seconds: float, *more: str, until: str = "") -> str:
        """Runs the lines of `script` and powers off; returns the console.  `until`: cuts the power at this output."""
        tree = folder / "init"
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir(parents=True)
        init = tree / "init"
        init.write_text(f"#!/bin/busybox sh\n{self.start}\n{script}\npoweroff -f\n")
        init.chmod(0o755)
        initrd = folder / "initrd"
        initrd.write_bytes(self.files + archive(tree))
        console = folder / "console"
        command = [
            *self.qemu,
            *("-accel", "tcg", "-m", "512", "-smp", "1", "-nographic", "-no-reboot", "-nic", "none"),
            *("-kernel", self.kernel, "-initrd", initrd, "-append"),
            f"console={self.console} loglevel=4 panic=-1 oops=panic random.trust_cpu=on {NO_WATCHDOGS}",
            *more,
        ]
        with console.open("wb") as output:
            process = subprocess.Popen(
                [str(c) for c in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
            try:
                end = time.monotonic() + seconds
                while process.poll() is None and time.monotonic() < end:
                    time.sleep(0.1)
                    if until and until in console.read_text(errors="replace"):
                        break
                slow = process.poll() is None and not until
            finally:
                processes.kill(process)
        output = console.read_text(errors="replace").replace("\r", "")
        assert not slow, f"not ready after {seconds} s: {output[-3000:]}"
        return output


def disk(path: Path, megabytes: int) -> tuple[str, str]:
    """QEMU options for an empty disk, /dev/vda in the guest."""
    if not path.exists():
        with path.open("wb") as file:
            file.truncate(megabytes << 20)
    return "-drive", f"file={path},format=raw,if=virtio,cache=writethrough"


def machine(folder: Path, packages: Path, module: Path, guest: Path) -> Machine:
    """An x86-64 machine with the kernel of these packages and this system's programs."""
    skip_without("qemu-system-x86_64", "cryptsetup", "mke2fs", "lz4")
    if not BUSYBOX.exists() or "statically" not in call(["file", "-L", BUSYBOX]):
        pytest.skip("busybox-static is not installed")
    version = version_in(packages)
    tree = folder / "tree"
    (tree / "etc").mkdir(parents=True)
    shutil.copy2("/etc/mke2fs.conf", tree / "etc")
    (tree / "etc/mtab").symlink_to("/proc/mounts")
    (tree / "sbin").mkdir()
    for program in map(Path, PROGRAMS):
        shutil.copy2(program, tree / "sbin" / program.name)
        for library in libraries(program):
            (tree / library.parent.relative_to("/")).mkdir(parents=True, exist_ok=True)
            shutil.copy2(library, tree / library.relative_to("/"))
    kernel = folder / "vmlinux"
    kernel.write_bytes(uncompressed((packages / "boot" / f"vmlinuz-{version}").read_bytes()))
    start = filled(tree, packages / "lib/modules" / version, MODULES, BUSYBOX, guest)
    call(["strip", "-g", module, "-o", tree / "m/narae.ko"])
    return Machine(("qemu-system-x86_64", "-cpu", "max"), "ttyS0", kernel, archive(tree), start)


def machine_of_arm64(folder: Path, module: Path, guest: Path) -> Machine:
    """A 64-bit Arm machine with kernel and busybox only."""
    packages = packages_of_arm64()
    tree = folder / "tree"
    version = version_in(packages)
    start = filled(tree, packages / "lib/modules" / version, MODULES_OF_ARM64, packages / "bin/busybox", guest)
    call(["aarch64-linux-gnu-strip", "-g", module, "-o", tree / "m/narae.ko"])
    kernel = packages / "boot" / f"vmlinuz-{version}"
    qemu = ("qemu-system-aarch64", "-M", "virt", "-cpu", "max,pauth-impdef=on")
    return Machine(qemu, "ttyAMA0", kernel, archive(tree), start)


def packages_of_arm64() -> Path:
    """The kernel of the installed headers' version for 64-bit Arm, its headers and busybox, unpacked."""
    skip_without("qemu-system-aarch64", "aarch64-linux-gnu-gcc-12")
    version = kernel_version() + "-arm64"
    folder = CACHE / "debian" / f"linux-{version}"
    if not folder.exists():
        with files.new_folder(folder) as fresh:
            place = fresh / "apt"
            for name in ("lists/partial", "cache/archives/partial"):
                (place / name).mkdir(parents=True)
            here = ("APT::Architecture=arm64", "APT::Architectures=arm64", "Dir::State::status=/dev/null")
            apt = ["apt-get", *(f"-o{option}" for option in here)]
            apt += [f"-oDir::State::Lists={place}/lists", f"-oDir::Cache={place}/cache", "-qq"]
            names = [f"linux-image-{version}", f"linux-headers-{version}", "busybox-static"]
            for command in (["update"], ["download", *names]):
                done = subprocess.run([*apt, *command], cwd=place, capture_output=True, text=True)
                if done.returncode:
                    pytest.skip(f"packages for arm64 could not be downloaded: {done.stderr.strip()[-200:]}")
            for package in place.glob("*.deb"):
                call(["dpkg-deb", "-x", package, fresh])
            shutil.rmtree(place)
            name_build_programs(fresh)
    return folder


def filled(tree: Path, kernel: Path, modules: str, busybox: Path, guest: Path) -> str:
    """Copies programs and kernel modules into a guest's tree; returns its start script."""
    for name in ("bin", "sbin", "m", "proc", "sys", "dev", "run/cryptsetup", "mnt", "tmp", "etc"):
        (tree / name).mkdir(parents=True, exist_ok=True)
    shutil.copy2(busybox, tree / "bin/busybox")
    shutil.copy2(guest, tree / "bin/guest")
    order = in_order(kernel / "kernel", modules.split())
    for path in order:
        shutil.copy2(path, tree / "m" / path.name)
    return f"""\
/bin/busybox --install -s /bin
export PATH=/sbin:/bin DM_DISABLE_UDEV=1
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
step() {{ name=$1; shift; echo "{MARK} begin $name"; "$@"; echo "{MARK} end $name $?"; }}
for m in {" ".join(path.name for path in order)}; do insmod /m/$m; done
echo"""


def steps(console: str) -> dict[str, tuple[int, str]]:
    """Exit status and output of each step."""
    pattern = rf"^{MARK} begin (\S+)\n(.*?)^{MARK} end \1 (\d+)$"
    return {m[1]: (int(m[3]), m[2]) for m in re.finditer(pattern, console, re.MULTILINE | re.DOTALL)}
