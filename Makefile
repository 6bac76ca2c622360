# What people do with this project, by name. `make` lists it.

CARGO ?= cargo
PUBLISHED := rust-hdl-describe-macros rust-hdl-describe rust-hdl-rtl rust-hdl-systemverilog rust-hdl-gates rust-hdl-diagram

.DEFAULT_GOAL := help
.PHONY: help generate check test verify synth corpus diagrams bitstream flash doctor bench lint package fmt clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

generate: ## write generated/ and constraints/
	$(CARGO) run --quiet -- generate

check: ## say whether generated/ and constraints/ are current
	$(CARGO) run --quiet -- generate --check

test: ## simulate the modules and the whole machine
	$(CARGO) test

verify: ## check with Verilator, Icarus Verilog, Yosys, slang, FuseSoC and Chromium, too
	$(CARGO) test --tests -- --ignored --skip the_table_is_current
	$(CARGO) test --release --test corpus -- --ignored the_table_is_current

synth: ## count the cells that Yosys makes of the machine, and write docs/synthesis.md
	$(CARGO) run --quiet -- synth --document docs/synthesis.md

corpus: ## take every block of rust-hdl's libraries through the backend, and write docs/corpus.md
	WRITE_CORPUS=1 $(CARGO) test --release --test corpus -- --ignored --nocapture the_table_is_current

diagrams: ## draw the diagrams of docs/ anew
	WRITE_DIAGRAMS=1 $(CARGO) test --test diagram the_committed_diagrams_are_current

bitstream: ## build a bitstream for the DE1-SoC with Quartus, or with Yosys and nextpnr-mistral
	$(CARGO) run --quiet -- build

flash: ## load the newest bitstream into the board; builds it first if there is none, or the design has changed
	$(CARGO) run --quiet -- flash --build

doctor: ## tell which tools are installed, and how to get what is missing
	$(CARGO) run --quiet -- doctor

bench: ## time the simulator beside Verilator, Icarus Verilog and rust-hdl
	$(CARGO) bench --bench every_hand

lint: ## format, clippy and documentation without warnings
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

package: ## build each published crate from what `cargo publish` would upload
	$(CARGO) package --quiet $(PUBLISHED:%=--package %)

fmt: ## format the code
	$(CARGO) fmt --all

clean: ## remove what was built; generated/ and constraints/ stay
	$(CARGO) clean
