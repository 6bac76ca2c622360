//! Facts about all source texts.

use std::collections::BTreeSet;

use super::types::{self, NamedType};
use super::values::is_signed;
use super::words;
use crate::sources::tokens::Tokens;
use rust_hdl_rtl::verilog_tokens;

/// Facts about all source texts.
#[derive(Default)]
pub(super) struct Facts<'t> {
    /// Types that are signed, or may be.
    pub signed_types: Vec<&'t str>,
    pub types: Vec<NamedType<'t>>,
    /// Keywords of SystemVerilog that this text has as names, if it is Verilog.
    pub names: Vec<&'t str>,
    /// Whether other texts include this one: it may be a part of a module.
    pub is_included: bool,
    /// Such names in all texts that are ports.
    pub ports: Vec<&'t str>,
    /// Such names in all texts that are modules.
    pub modules: Vec<&'t str>,
    /// The macros that are used, and those that contain `'1`.
    pub macros: BTreeSet<&'t str>,
    pub ones: BTreeSet<&'t str>,
    /// The words in the definitions of all macros.
    pub macro_words: BTreeSet<&'t str>,
    /// The values of the top module's parameters that the user sets.
    pub top: Option<&'t str>,
    pub parameters: Vec<(&'t str, &'t str)>,
}

impl<'t> Facts<'t> {
    pub fn of(
        texts: &'t [Tokens<'t>],
        top: Option<&'t str>,
        parameters: &'t [String],
    ) -> Facts<'t> {
        let parameters = parameters.iter().filter_map(|parameter| parameter.split_once('='));
        let signed_types = texts.iter().flat_map(Tokens::signed_types).collect();
        let types = texts.iter().flat_map(types::declared).collect();
        let modules = texts.iter().flat_map(words::modules).collect();
        let parameters = parameters.collect();
        let defined = || texts.iter().flat_map(|text| &text.macros);
        let words = |body: &'t str| verilog_tokens(body).map(|token| token.text);
        let used = texts.iter().flat_map(|text| text.tokens.iter().map(|token| token.text));
        let used = used.chain(defined().flat_map(|one| words(one.body)));
        let macros = used.filter_map(|word| word.strip_prefix('`')).collect();
        let ones = defined().filter(|one| words(one.body).any(|word| word == "'1"));
        let ones = ones.map(|one| one.name).collect();
        let macro_words = defined().flat_map(|one| words(one.body)).collect();
        Facts {
            signed_types,
            types,
            modules,
            macros,
            ones,
            macro_words,
            top,
            parameters,
            ..Facts::default()
        }
    }
}

impl<'t> Tokens<'t> {
    /// The names of types that are signed, or may be: those of a parameter.
    fn signed_types(&self) -> Vec<&'t str> {
        let places = 0..self.tokens.len();
        let signed = |place: usize| {
            let end = self.find(";", place);
            let mut words = vec![];
            let mut at = place + 1;
            while at < end {
                words.push(self.text(at));
                at = self.after(at);
            }
            // The members of a structure are not among the words.
            let is_signed = words.iter().any(|word| is_signed(word));
            (is_signed && !words.contains(&"unsigned")).then(|| *words.last().unwrap_or(&""))
        };
        let types = places.clone().filter(|place| self.text(*place) == "typedef");
        let of_parameters =
            places.filter(|place| self.text(*place) == "type" && self.text(place + 2) == "=");
        types.filter_map(signed).chain(of_parameters.map(|place| self.text(place + 1))).collect()
    }
}
