//! What several test targets share.

use std::fs;
use std::path::{Path, PathBuf};

use paohuzi_engine::Ruleset;

/// The presets of the two source documents.
pub(crate) const DOCUMENTS: [&str; 7] = [
    "quanmingtang",
    "quanmingtang_full",
    "hunan_basic",
    "hunan_half",
    "hunan_full",
    "luzhou",
    "luzhou_hongwu",
];

/// The presets, in the order they are listed to users.
pub(crate) const PRESETS: [&str; 23] = [
    "quanmingtang",
    "quanmingtang_full",
    "hunan_basic",
    "hunan_half",
    "hunan_full",
    "luzhou",
    "luzhou_hongwu",
    "luzhou_mingtang",
    "changde_small",
    "changde_big",
    "duohongdui",
    "ningxiang",
    "changsha",
    "huaihua",
    "shaoyang",
    "shaoyang_bopi",
    "loudi",
    "xiangxiang",
    "hengyang",
    "liuhuqiang",
    "leiyang",
    "chenzhou",
    "guilin",
];

/// The folder that the Python package ships the presets in.
pub(crate) fn presets_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/paohuzi/rulesets/presets")
}

/// The text of a preset file.
///
/// # Panics
/// When there is no such preset.
pub(crate) fn preset_text(name: &str) -> String {
    assert!(PRESETS.starts_with(&DOCUMENTS), "the documents come first");
    assert!(PRESETS.contains(&name), "no preset is called {name}");
    let path = presets_folder().join(format!("{name}.toml"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A preset.
///
/// # Panics
/// When there is no such preset or it is not valid.
pub(crate) fn preset(name: &str) -> Ruleset {
    Ruleset::from_toml(&preset_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
