// SPDX-License-Identifier: MIT
//! Compiles the C library, all its kernels included: they are selected at run time, or by what the compiler
//! knows of the chip.  NARAE_LIB_DIR names a folder with a libnarae.a to be linked instead.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files below c/src/ with a suffix that a C compiler takes.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().map_or(false, |suffix| suffix == "c" || suffix == "S"))
        .collect();
    files.sort();
    files
}

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs this"));
    let c = root.join("c");
    for folder in ["src", "include"] {
        println!("cargo:rerun-if-changed={}", c.join(folder).display());
    }
    println!("cargo:rerun-if-env-changed=NARAE_LIB_DIR");
    println!("cargo:rustc-check-cfg=cfg(narae_pure_rust)"); // of tests/pure_rust.rs

    let mut build = cc::Build::new();
    build.include(c.join("include")).include(c.join("src")).warnings(true);
    build.flag_if_supported("-ffunction-sections").flag_if_supported("-fdata-sections");
    build.clone().file(root.join("src/bounds.c")).compile("narae_bounds");
    if let Some(folder) = env::var_os("NARAE_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", Path::new(&folder).display());
        println!("cargo:rustc-link-lib=static=narae");
    } else {
        build.opt_level(3).files(sources(&c.join("src"))).compile("narae");
    }
}
