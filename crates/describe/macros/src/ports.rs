//! `#[derive(Ports)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    DeriveInput, Field, GenericArgument, Ident, Path, PathArguments, Result, Type, WherePredicate,
    parse_quote,
};

use crate::module::hardware_fields;

/// Expands the derive; `root` is the path of the crate or module whose items the code names.
pub fn derive(input: &DeriveInput, root: &Path) -> Result<TokenStream> {
    let fields = hardware_fields(input)?;
    let is_block = quote! {{
        use #root::__private::{OfBlock as _, OfInterface as _};
        (&#root::__private::Kind(::core::marker::PhantomData::<Self>)).is_block()
    }};
    Ok(implementation(input, &fields, is_block, root))
}

/// Implements `Ports` over those fields.
///
/// Every signal must have ports: that is a condition of the implementation, so that it fails where
/// it is used, and not for modules that nobody simulates. Other fields may or may not have ports.
pub fn implementation(
    input: &DeriveInput,
    fields: &[(&Ident, &Field)],
    is_block: TokenStream,
    root: &Path,
) -> TokenStream {
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    let signals = fields.iter().map(|(_, field)| &field.ty).filter(|ty| is_port(ty));
    // With a lifetime the compiler accepts a condition that no type parameter can make true.
    let conditions =
        signals.map(|ty| -> WherePredicate { parse_quote!(for<'port> #ty: #root::Ports) });
    generics.make_where_clause().predicates.extend(conditions);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let visits = fields.iter().map(|(name, field)| {
        let text = name.to_string();
        if is_port(&field.ty) {
            quote!(#root::Ports::visit_ports(&mut self.#name, name.field(#text), visitor);)
        } else {
            quote!(#root::__private::Field(&mut self.#name).visit(name.field(#text), visitor);)
        }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics #root::Ports for #ident #ty_generics #where_clause {
            fn visit_ports(
                &mut self,
                name: #root::PortName<'_>,
                visitor: &mut #root::PortVisitor<'_>,
            ) {
                #[allow(unused_imports)]
                use #root::__private::{SkipField as _, VisitField as _};
                #(#visits)*
            }

            fn is_block(&self) -> bool {
                #is_block
            }
        }
    }
}

/// Whether a type is written as a signal with a direction, or as an array or vector of them.
fn is_port(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_port(&array.elem),
        Type::Group(group) => is_port(&group.elem),
        Type::Paren(inner) => is_port(&inner.elem),
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "Vec" => {
                first_argument(&last.arguments).is_some_and(is_port)
            }
            Some(last) if last.ident == "Signal" => {
                first_argument(&last.arguments).is_some_and(|direction| !is_local(direction))
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_local(direction: &Type) -> bool {
    matches!(direction, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Local"))
}

fn first_argument(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}
