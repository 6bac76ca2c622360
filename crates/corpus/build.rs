//! Extracts the designs in the tests of `rust-hdl` and its board crates.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    #[cfg(feature = "upstream")]
    upstream::extract();
}

#[cfg(feature = "upstream")]
mod upstream {
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::{env, fs};

    use proc_macro2::TokenStream;
    use quote::quote;
    use serde_json::Value;
    use syn::{Item, Stmt};

    /// Writes each file of tests without the tests to `OUT_DIR/PACKAGE/`.
    pub fn extract() {
        let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
        for (package, folder) in packages() {
            let Ok(files) = fs::read_dir(folder.join("tests")) else {
                continue;
            };
            fs::create_dir_all(out.join(&package)).expect("a folder");
            for file in files {
                let file = file.expect("a file").path();
                if file.extension().is_some_and(|extension| extension == "rs") {
                    let text = fs::read_to_string(&file).expect("a text");
                    let items = syn::parse_file(&text).expect("Rust").items;
                    let name = file.file_name().expect("a name");
                    let text = without_tests(items).to_string().replace("# [cfg (test)]", "");
                    // It has become a keyword.
                    let text = text.replace(". gen ::", ". r#gen ::");
                    fs::write(out.join(&package).join(name), text).expect("a file");
                }
            }
        }
    }

    /// Returns the packages of rust-hdl and their folders.
    fn packages() -> Vec<(String, PathBuf)> {
        let target = env::var("TARGET").expect("cargo sets it");
        let metadata = Command::new(env::var("CARGO").expect("cargo sets it"))
            .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
            .args(["--filter-platform", &target])
            .output()
            .expect("cargo metadata can run");
        assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
        let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
        let packages = metadata["packages"].as_array().expect("a list").iter();
        let packages = packages.map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
            let folder = manifest.parent().expect("a folder").to_path_buf();
            (package["name"].as_str().expect("a name").to_string(), folder)
        });
        packages.filter(|(name, _)| name.starts_with("rust-hdl")).collect()
    }

    /// Returns what tests use. A test with designs becomes a module with them.
    fn without_tests(items: Vec<Item>) -> TokenStream {
        items.into_iter().map(without_test).collect()
    }

    fn without_test(mut item: Item) -> TokenStream {
        match &mut item {
            Item::Macro(of) if of.mac.path.is_ident("macro_rules") => quote!(),
            Item::Fn(function)
                if function.attrs.iter().any(|attribute| attribute.path().is_ident("test")) =>
            {
                let items = function.block.stmts.iter().filter_map(|statement| match statement {
                    Stmt::Item(item) => Some(item.clone()),
                    _ => None,
                });
                let items: Vec<Item> = items.collect();
                let name = &function.sig.ident;
                let items = without_tests(items);
                if items.is_empty() {
                    quote!()
                } else {
                    quote!(pub mod #name { use super::*; #items })
                }
            }
            Item::Mod(module) => {
                let name = &module.ident;
                let items = module.content.take().map(|(_, items)| without_tests(items));
                quote!(pub mod #name { #items })
            }
            // It talks to a board.
            Item::Fn(function) if quote!(#function).to_string().contains("_SERIAL") => quote!(),
            other => quote!(#other),
        }
    }
}
