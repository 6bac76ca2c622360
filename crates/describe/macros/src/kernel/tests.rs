//! What a kernel may not hold, and what is said of it.

use proc_macro2::TokenStream;
use std::str::FromStr;
use syn::parse_quote;

fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    super::expand(arguments, item, &parse_quote!(::rust_hdl_describe))
}

/// The expansion of a kernel with this body.
fn expansion(body: &str) -> String {
    let function = format!("fn update(&mut self) {{\n{body}\n}}");
    let item = TokenStream::from_str(&function).expect("the kernels here are tokens of Rust");
    expand(TokenStream::new(), item).to_string()
}

#[track_caller]
fn assert_refused(body: &str, message: &str) {
    let expansion = expansion(body);
    assert!(
        expansion.contains("compile_error") && expansion.contains(message),
        "{body}\nis to be refused with\n{message}\nand gives\n{expansion}"
    );
    assert!(
        expansion.starts_with("fn update (& mut self) {"),
        "the function stays, lest its absence be reported too: {expansion}"
    );
}

#[track_caller]
fn assert_taken(body: &str) {
    let expansion = expansion(body);
    assert!(
        expansion.contains("hdl_gen") && !expansion.contains("compile_error"),
        "{body}\nis to be taken and gives\n{expansion}"
    );
}

#[test]
fn what_the_tree_would_lose_is_refused_and_its_remedy_is_taken() {
    for (refused, message, taken) in [
        (
            "match self.a.val().index() { 0 if self.b.val() => self.x.next = 1.into(), _ => {} }",
            "a match guard does not reach the hardware",
            "match self.a.val().index() { 0 => if self.b.val() { self.x.next = 1.into() }, _ => {} }",
        ),
        (
            "let a = self.a.val(); self.x.next = a;",
            "declare a field `Signal<Local, _>`",
            "self.a_next.next = self.a.val(); self.x.next = self.a_next.val();",
        ),
        ("const K: usize = 1;", "a kernel holds no items", "self.x.next = K.into();"),
        ("self.x.next += 1;", "no compound assignment", "self.x.next = self.x.val() + 1;"),
        ("self.x.next <<= 1;", "no compound assignment", "self.x.next = self.x.val() << 1;"),
        (
            "match self.s.val() { Idle => {} _ => {} }",
            "write `Enum::Variant`",
            "match self.s.val() { State::Idle => {} _ => {} }",
        ),
        (
            "match self.a.val().index() { other => {} }",
            "`other` does not say what it matches",
            "match self.a.val().index() { _ => {} }",
        ),
        (
            "match self.a.val().index() { 0 | other => {} }",
            "`other` does not say what it matches",
            "match self.a.val().index() { 0 | _ => {} }",
        ),
        (
            "match self.a.val().index() { Self::K => {} _ => {} }",
            "as `Enum::Variant` only",
            "match self.a.val().index() { 7 => {} _ => {} }",
        ),
        (
            "match self.s.val() { states::State::Idle => {} _ => {} }",
            "as `Enum::Variant` only",
            "match self.s.val() { State::Idle => {} _ => {} }",
        ),
        (
            "self.x.next = if self.b.val() { 1.into() } else { 0.into() };",
            "`if` is no value",
            "if self.b.val() { self.x.next = 1.into(); } else { self.x.next = 0.into(); }",
        ),
        (
            "self.x.next = match self.a.val().index() { _ => 0.into() };",
            "`match` is no value",
            "match self.a.val().index() { _ => self.x.next = 0.into() }",
        ),
        (
            "if (if self.b.val() { true } else { false }) {}",
            "`if` is no value",
            "if self.b.val() {} else if self.c.val() {} else {}",
        ),
        (
            "self.output.next = self.a.val();",
            "rust-hdl's macro panics",
            "self.x.output.next = self.a.val();",
        ),
        (
            "self.x.next = self.input.val();",
            "rust-hdl's macro panics",
            "self.x.next = self.x.input.val();",
        ),
    ] {
        assert_refused(refused, message);
        assert_taken(taken);
    }
}

#[test]
fn what_is_refused_is_found_at_any_depth() {
    for nest in [
        "if self.b.val() { BODY }",
        "if self.b.val() {} else { BODY }",
        "if self.b.val() {} else if self.c.val() { BODY }",
        "for i in 0..2 { BODY }",
        "match self.a.val().index() { 0 => { BODY } _ => {} }",
        "match self.a.val().index() { 0 => if self.b.val() { BODY }, _ => {} }",
    ] {
        let body = nest.replace("BODY", "match self.a.val().index() { 0 if c => {} _ => {} }");
        assert_refused(&body, "a match guard");
        assert_taken(&nest.replace("BODY", "self.x.next = 1.into();"));
    }
}

#[test]
fn every_fault_is_reported_at_once() {
    let expansion = expansion("let a = 1; self.x.next += 1; match a { b if c => {} }");
    for message in ["no `let`", "no compound", "a match guard", "`b` does not"] {
        assert!(expansion.contains(message), "{message} in {expansion}");
    }
}

#[test]
fn a_range_is_refused_that_is_open_empty_symbolic_or_too_long() {
    for (pattern, message) in [
        ("5..", "needs both its ends"),
        ("..5", "needs both its ends"),
        ("..=5", "needs both its ends"),
        ("5..=4", "holds no value"),
        ("5..5", "holds no value"),
        ("0..0", "holds no value"),
        ("A..=B", "integers, written out"),
        ("'a'..='z'", "integers, written out"),
        ("0..=256", "stands for 257 arms, and 256 is the most"),
        ("1 | (2 | 0..257)", "stands for 257 arms"),
        ("0..=340282366920938463463374607431768211455", "holds no value"),
    ] {
        let body = format!("match self.a.val().index() {{ {pattern} => {{}} _ => {{}} }}");
        assert_refused(&body, message);
    }
    for pattern in ["0..256", "0..=255", "5..6", "5..=5", "0xfff0..0x1_0000"] {
        assert_taken(&format!("match self.a.val().index() {{ {pattern} => {{}} _ => {{}} }}"));
    }
}

#[test]
fn an_error_stands_at_what_it_is_about() {
    let function = "fn update(&mut self) { match a { 0 if guarded => {} _ => {} } }";
    let item = TokenStream::from_str(function).unwrap();
    let mut function: syn::ItemFn = syn::parse2(item).unwrap();
    let error = super::rewrite(&mut function).unwrap_err();
    assert_eq!(error.span().source_text().as_deref(), Some("guarded"));
}

#[test]
fn a_kernel_is_an_update_of_self_alone_and_takes_no_arguments() {
    for item in [
        "fn connect(&mut self) {}",
        "fn update() {}",
        "fn update(&mut self, more: u8) {}",
        "fn update(this: &mut Self) {}",
    ] {
        let item = TokenStream::from_str(item).unwrap();
        let expansion = expand(TokenStream::new(), item).to_string();
        assert!(expansion.contains("goes on `fn update(&mut self)`"), "{expansion}");
    }
    let item = TokenStream::from_str("fn update(&mut self) {}").unwrap();
    let expansion = expand(quote::quote!(fast), item).to_string();
    assert!(expansion.contains("takes no arguments"), "{expansion}");

    let expansion = expand(
        TokenStream::new(),
        quote::quote!(
            struct Gate;
        ),
    )
    .to_string();
    assert!(expansion.contains("compile_error"), "{expansion}");
}
