//! Tests of the constructs that `#[kernel]` rejects, and of the messages.

use proc_macro2::TokenStream;
use std::str::FromStr;
use syn::parse_quote;

fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    super::expand(arguments, item, &parse_quote!(::rust_hdl_describe))
}

/// Returns the expansion of a kernel with this body.
fn expansion(body: &str) -> String {
    let function = format!("fn update(&mut self) {{\n{body}\n}}");
    let item = TokenStream::from_str(&function).expect("the kernels here are tokens of Rust");
    expand(TokenStream::new(), item).to_string()
}

#[track_caller]
fn assert_rejected(body: &str, message: &str) {
    let expansion = expansion(body);
    assert!(
        expansion.contains("compile_error") && expansion.contains(message),
        "{body}\nshould be rejected with\n{message}\nbut gives\n{expansion}"
    );
    assert!(
        expansion.starts_with("fn update (& mut self) {"),
        "the function is kept, so that its absence is not reported, too: {expansion}"
    );
}

#[track_caller]
fn assert_accepted(body: &str) {
    let expansion = expansion(body);
    assert!(
        expansion.contains("hdl_gen") && !expansion.contains("compile_error"),
        "{body}\nshould be accepted and gives\n{expansion}"
    );
}

#[test]
fn unsupported_constructs_are_rejected_and_their_remedies_accepted() {
    for (rejected, message, accepted) in [
        (
            "match self.a.val().index() { 0 if self.b.val() => self.x.next = 1.into(), _ => {} }",
            "silently drops a match guard",
            "match self.a.val().index() { 0 => if self.b.val() { self.x.next = 1.into() }, _ => {} }",
        ),
        (
            "let a = self.a.val(); self.x.next = a;",
            "declare a field `Signal<Local, _>`",
            "self.a_next.next = self.a.val(); self.x.next = self.a_next.val();",
        ),
        ("const K: usize = 1;", "declare `Constant` fields", "self.x.next = self.k.val();"),
        (
            "self.x.next = limit.into();",
            "records only the name `limit`",
            "self.x.next = self.limit.val(); self.y.next = LIMIT.into();",
        ),
        (
            "self.x.next = self.parts[i].val();",
            "records only the name `i`",
            "for i in FIRST..=LAST { self.x.next = self.parts[i].val(); }",
        ),
        (
            "self.x.next = bits_reversed(self.a.val());",
            "`bits_reversed` cannot be called in a kernel",
            "self.x.next = bits::<4>(3);",
        ),
        (
            "self.x.next = Bits8::new(self.a.val());",
            "`Bits8::new` cannot be called in a kernel",
            "self.x.next = Bits::<8>::from(3);",
        ),
        (
            "self.x.next = Bits::<8>::default();",
            "`Bits::default` cannot be called in a kernel",
            "self.x.next = 0.into();",
        ),
        (
            "self.x.next = Bits::from();",
            "`Bits::from` cannot be called in a kernel",
            "self.x.next = Bits::from(0);",
        ),
        (
            "Bus::join_half(&mut self.a, &mut self.b);",
            "`Bus::join_half` cannot be called in a kernel",
            "Bus::join(&mut self.a, &mut self.b);",
        ),
        (
            "join(&mut self.a, &mut self.b);",
            "`join` cannot be called in a kernel",
            "bus::Bus::<8>::link(&mut self.a, &mut self.b);",
        ),
        (
            "self.x.next = self.s.val().get_value_low();",
            "for the field `low` without calling it",
            "self.x.next = self.s.val().low;",
        ),
        (
            "self.s.next.set_value_low(self.a.val());",
            "for the field `low` without calling it",
            "self.s.next.low = self.a.val();",
        ),
        (
            "self.x.next = (self.a.val() + 1).val();",
            "call `.val()` on a signal",
            "self.x.next = self.parts[0].a.val() + 1;",
        ),
        (
            "#[cfg(test)] self.x.next = self.a.val();",
            "rust-hdl ignores this condition",
            "#[allow(clippy::all)] { self.x.next = self.a.val(); }",
        ),
        (
            "match self.s.val() { #[cfg_attr(test, cold)] State::Idle => {} _ => {} }",
            "rust-hdl ignores this condition",
            "match self.s.val() { #[allow(clippy::all)] State::Idle => {} _ => {} }",
        ),
        (
            "self.x.next += 1;",
            "compound assignment is not allowed",
            "self.x.next = self.x.val() + 1;",
        ),
        (
            "self.x.next <<= 1;",
            "compound assignment is not allowed",
            "self.x.next = self.x.val() << 1;",
        ),
        (
            "match self.s.val() { Idle => {} _ => {} }",
            "write `Enum::Variant`",
            "match self.s.val() { State::Idle => {} _ => {} }",
        ),
        (
            "match self.a.val().index() { other => {} }",
            "`other` may be a constant",
            "match self.a.val().index() { _ => {} }",
        ),
        (
            "match self.a.val().index() { 0 | other => {} }",
            "`other` may be a constant",
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
            "`if` is not a value",
            "if self.b.val() { self.x.next = 1.into(); } else { self.x.next = 0.into(); }",
        ),
        (
            "self.x.next = match self.a.val().index() { _ => 0.into() };",
            "`match` is not a value",
            "match self.a.val().index() { _ => self.x.next = 0.into() }",
        ),
        (
            "if (if self.b.val() { true } else { false }) {}",
            "`if` is not a value",
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
        assert_rejected(rejected, message);
        assert_accepted(accepted);
    }
}

#[test]
fn faults_are_found_at_any_depth() {
    for nest in [
        "if self.b.val() { BODY }",
        "if self.b.val() {} else { BODY }",
        "if self.b.val() {} else if self.c.val() { BODY }",
        "for i in 0..2 { BODY }",
        "match self.a.val().index() { 0 => { BODY } _ => {} }",
        "match self.a.val().index() { 0 => if self.b.val() { BODY }, _ => {} }",
    ] {
        let body = nest.replace("BODY", "match self.a.val().index() { 0 if c => {} _ => {} }");
        assert_rejected(&body, "a match guard");
        assert_accepted(&nest.replace("BODY", "self.x.next = 1.into();"));
    }
}

#[test]
fn every_fault_is_reported_at_once() {
    let expansion = expansion("let a = 1; self.x.next += 1; match a { b if c => {} }");
    for message in ["`let` is not", "compound assignment is not", "a match guard", "`b` may be"] {
        assert!(expansion.contains(message), "{message} in {expansion}");
    }
}

#[test]
fn open_empty_symbolic_and_long_ranges_are_rejected() {
    for (pattern, message) in [
        ("5..", "needs both bounds"),
        ("..5", "needs both bounds"),
        ("..=5", "needs both bounds"),
        ("5..=4", "is empty"),
        ("5..5", "is empty"),
        ("0..0", "is empty"),
        ("A..=B", "must be integer literals"),
        ("'a'..='z'", "must be integer literals"),
        ("0..=256", "has 257 values, and the limit is 256"),
        ("1 | (2 | 0..257)", "has 257 values"),
        ("0..=340282366920938463463374607431768211455", "is empty"),
    ] {
        let body = format!("match self.a.val().index() {{ {pattern} => {{}} _ => {{}} }}");
        assert_rejected(&body, message);
    }
    for pattern in ["0..256", "0..=255", "5..6", "5..=5", "0xfff0..0x1_0000"] {
        assert_accepted(&format!("match self.a.val().index() {{ {pattern} => {{}} _ => {{}} }}"));
    }
}

/// Asserts that `#[kernel]` rewrites a statement to another, as Rust prints it.
#[track_caller]
fn assert_rewritten(written: &str, rewritten: &str) {
    let expansion = expansion(written).replace(' ', "");
    assert!(expansion.contains(&rewritten.replace(' ', "")), "{rewritten}\nis not in\n{expansion}");
}

#[test]
fn conversions_are_marked_by_the_number_of_parentheses() {
    for (written, rewritten) in [
        ("x = self.a.val().index();", "x = ((self.a.val())).index();"),
        ("x = ((((self.a.val() + 1)))).index();", "x = ((self.a.val() + 1)).index();"),
        ("x = ((self.a.val() + 1)) >> 1;", "x = (self.a.val() + 1) >> 1;"),
        ("x = (self.a.val().index()) > ((3));", "x = ((self.a.val())).index() > 3;"),
        (
            "x = self.a.val().index().to_bits::<4>();",
            "x = bit_cast::<4, 4>((((self.a.val().index()))).to_bits::<4>());",
        ),
        (
            "x = (self.a.val().index() + 1).to_bits();",
            "x = (((((self.a.val())).index() + 1))).to_bits();",
        ),
        (
            "x = 3_u8.to_bits::<{ N }>();",
            "x = bit_cast::<{ N }, { N }>((((3_u8))).to_bits::<{ N }>());",
        ),
        ("x = bits(self.s.val().into());", "x = bits(((self.s.val())).into());"),
        (
            "x = bit_cast::<8, N>(self.s.val().into());",
            "x = bit_cast::<8, N>(bit_cast::<N, N>(((((self.s.val())))).into()));",
        ),
        (
            "x = bit_cast::<8, _>(self.s.val().into());",
            "x = bit_cast::<8, _>(self.s.val().into());",
        ),
        ("x = bit_cast::<8, 4>(self.a.val());", "x = bit_cast::<8, 4>(self.a.val());"),
        (
            "x = signed_bit_cast::<8, N>(self.s.val());",
            "x = signed_cast(bit_cast::<8, 8>((((((unsigned_cast(signed_bit_cast::<8, N>(self.s.val())))))))));",
        ),
        ("x = self.s.val().into();", "x = self.s.val().into();"),
    ] {
        assert_rewritten(&format!("self.{written}"), rewritten);
    }
}

/// rust-hdl evaluates a `bit_cast` where the variable does not exist.
#[test]
fn no_width_is_kept_of_a_value_that_depends_on_the_variable_of_a_loop() {
    for (written, rewritten) in [
        ("(1_usize << i).to_bits::<8>()", "(((1_usize << i))).to_bits::<8>()"),
        (
            "signed_bit_cast::<4, 8>(self.s.val().get_bits::<8>(i))",
            "signed_bit_cast::<4, 8>(self.s.val().get_bits::<8>(i))",
        ),
    ] {
        assert_rewritten(
            &format!("for i in 0..2 {{ self.x = {written}; }}"),
            &format!("self.x = {rewritten};"),
        );
    }
}

#[test]
fn loops_to_the_last_value_become_half_open() {
    for (written, rewritten) in [
        ("0..=3", "0..4"),
        ("1..=0x0f_usize", "1..16usize"),
        ("0..=N", "0..(N + 1)"),
        ("N..M", "N..M"),
    ] {
        let repetition = |range: &str| format!("for i in {range} {{ }}");
        assert_rewritten(&repetition(written), &repetition(rewritten));
    }
}

#[test]
fn an_error_points_at_its_cause() {
    let function = "fn update(&mut self) { match self.a.val() { 0 if guarded => {} _ => {} } }";
    let item = TokenStream::from_str(function).unwrap();
    let mut function: syn::ItemFn = syn::parse2(item).unwrap();
    let error = super::rewrite(&mut function).unwrap_err();
    assert_eq!(error.span().source_text().as_deref(), Some("guarded"));
}

#[test]
fn only_an_update_of_self_without_arguments_is_accepted() {
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

/// Returns the expansion of a kernel with this body and attributes.
fn expansion_with(attributes: &str, body: &str) -> String {
    let function = format!("{attributes}\nfn update(&mut self) {{\n{body}\n}}");
    let item = TokenStream::from_str(&function).expect("the kernels here are tokens of Rust");
    expand(TokenStream::new(), item).to_string()
}

#[test]
fn properties_become_conditions_at_the_end_of_the_kernel() {
    let expansion = expansion_with(
        r#"#[assert("The count, held: 0 to 9", past(self.a.val()) != LIMIT)]
           #[cover("a wrap", clock = fast, past(past(self.b.val())).index() == 3,)]
           #[inline]"#,
        "self.x.next = self.a.val();",
    )
    .replace([' ', '\n'], "");
    for part in [
        "for_value_of_LIMITin",
        "self.x.next=self.a.val();",
        "if((((((self.a.val()))))))!=LIMIT{comment!(\"rust-hdl-describepropertyassert-the_count_held_0_to_9\")",
        "if((((((((((((((self.b.val())))))))))))))).index()==3{",
        "comment!(\"rust-hdl-describepropertycoverfasta_wrap\")",
        "#[inline]fnupdate",
    ] {
        assert!(expansion.contains(part), "{part} in {expansion}");
    }
    assert!(!expansion.contains("#[assert"), "{expansion}");
}

#[test]
fn malformed_properties_are_rejected() {
    for (attributes, message) in [
        ("#[assert]", "expected attribute arguments in parentheses"),
        ("#[assert()]", "expected the name of the property, a string"),
        ("#[assert(self.a.val())]", "expected the name of the property, a string"),
        (r#"#[assert("a")]"#, "expected `,`"),
        (r#"#[assert("a",)]"#, "expected an expression"),
        (r#"#[cover("8 bits", self.a.val())]"#, "a letter first"),
        (r#"#[cover("größer", self.a.val())]"#, "letters and digits of ASCII"),
        (r#"#[assume("", self.a.val())]"#, "a letter first"),
        (r#"#[assert("a", edge = c, self.a.val())]"#, "expected `clock = NAME` or the condition"),
        (r#"#[assert("a", self.a.val(), 1)]"#, "unexpected token"),
        (
            r#"#[assert("a b", self.a.val())] #[cover("A-b", self.a.val())]"#,
            "another property has the label `a_b`",
        ),
        (r#"#[assert("a", limit)]"#, "records only the name `limit`"),
        (r#"#[assert("a", older(self.a.val()))]"#, "`older` cannot be called in a kernel"),
        (r#"#[assert("a", past(self.a.val(), 2))]"#, "`past` cannot be called in a kernel"),
        (r#"#[assert("a", if self.a.val() { true } else { false })]"#, "`if` is not a value"),
    ] {
        let expansion = expansion_with(attributes, "");
        assert!(expansion.contains("compile_error"), "{attributes}: {expansion}");
        assert!(expansion.contains(message), "{attributes}: {message} in {expansion}");
    }
    assert_rejected("self.x.next = past(self.a.val());", "`past` cannot be called in a kernel");
}
