# Shortcuts for common tasks. `make` lists them.

CARGO ?= cargo
# The machine for `bitstream` and `flash`: task5 or casino.
MACHINE ?= task5
# The corpus simulates millions of cycles in Rust.
FAST_CORPUS := --config profile.dev.package.corpus.opt-level=2
# Nearly all tests of these need other tools, so that `cargo test` does not build them.
WITH_TOOLS := --package baccarat --package baccarat-board --package baccarat-judge --package virtual-board --test browser --test tools
# How Cargo runs a program that is WebAssembly.
IN_NODE := CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $(CURDIR)/crates/board/tests/site/run.mjs"
PUBLISHED := rust-hdl-describe-macros rust-hdl-describe rust-hdl-rtl rust-hdl-webassembly rust-hdl-gates rust-hdl-lanes rust-hdl-proof rust-hdl-systemverilog rust-hdl-diagram

.DEFAULT_GOAL := help
.PHONY: help generate check test verify verify-all synth corpus diagrams pictures pages bitstream flash doctor bench lint package fmt clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

generate: ## write generated/ and constraints/
	$(CARGO) run --quiet -- generate

check: ## report whether generated/ and constraints/ are up to date
	$(CARGO) run --quiet -- generate --check

test: ## run the tests of all packages that need no other tools
	$(CARGO) test --workspace

verify: ## run the tests with Verilator, Icarus Verilog, Yosys, slang, FuseSoC, TypeScript, Chromium and Node
	$(CARGO) test --workspace --tests -- --ignored --skip netlists_of_yosys_agree --skip the_document_is_what_yosys_synthesises
	$(CARGO) test $(WITH_TOOLS) -- --include-ignored

verify-all: ## the same without samples, with every netlist, every module synthesised, every design of rust-hdl, and every hand in WebAssembly; takes long
	CHECKS=all $(CARGO) test --tests --workspace --exclude corpus -- --ignored
	CHECKS=all $(CARGO) test $(WITH_TOOLS) -- --include-ignored
	$(IN_NODE) $(CARGO) run --package baccarat-board --profile web --target wasm32-wasip1 --example every_hand
	CHECKS=all $(CARGO) test $(FAST_CORPUS) --package corpus --features upstream --tests -- --ignored --skip rows_of_the_table

synth: ## synthesise with Yosys, and write the cell counts to docs/synthesis.md
	$(CARGO) fpga synth --document docs/synthesis.md

corpus: ## check the backend on the designs of rust-hdl and its board crates, and write docs/corpus.md
	WRITE_CORPUS=1 $(CARGO) test $(FAST_CORPUS) --package corpus --features upstream -- --ignored --nocapture the_table_is_current

diagrams: ## write docs/diagrams.md and docs/diagrams/
	WRITE_DIAGRAMS=1 $(CARGO) test --package baccarat-sim --test diagram the_committed_diagrams_are_current

pictures: ## draw docs/monitor/, and list the pictures in docs/monitor.md
	WRITE_PICTURES=1 $(CARGO) test --test hardware the_committed_pictures_are_current

pages: ## take the pictures of the pages in docs/ (Chromium)
	WRITE_PICTURES=1 $(CARGO) test --package baccarat-board --test browser -- --ignored the_pictures_of_the_pages_can_be_taken

bitstream: ## build a bitstream for the DE1-SoC with Quartus, or with Yosys and nextpnr-mistral
	$(CARGO) fpga build --machine $(MACHINE)

flash: ## load the newest bitstream into the board; build it first if it is missing or out of date
	$(CARGO) fpga flash --build --machine $(MACHINE)

doctor: ## list the installed tools, and how to install missing ones
	$(CARGO) fpga doctor

bench: ## time generate, the corpus and the simulators: ours, Verilator, Icarus Verilog and rust-hdl
	$(CARGO) bench --workspace --bench every_hand --bench casino --bench monitor --bench foreign_board
	$(CARGO) bench --package corpus --features upstream --bench proof

lint: ## check format, clippy and documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy $(WITH_TOOLS) -- -D warnings
	$(CARGO) clippy --package baccarat-board --lib --target wasm32-wasip1 -- -D warnings
	$(CARGO) clippy --package corpus --features upstream --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

# Cargo reuses what it unpacked and built from an earlier archive of the same version.
package: ## build each published crate from what `cargo publish` would upload
	@rm -rf $(foreach crate,$(PUBLISHED),$(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src/-*/$(crate)-0.*)
	@$(CARGO) clean --quiet $(PUBLISHED:%=--package %)
	$(CARGO) package --quiet $(PUBLISHED:%=--package %)

fmt: ## format the code
	$(CARGO) fmt --all

clean: ## remove the build; keep generated/ and constraints/
	$(CARGO) clean
