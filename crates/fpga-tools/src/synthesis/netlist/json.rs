//! How Yosys writes bits, and maps whose order counts.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};

use super::Bit;

impl<'de> Deserialize<'de> for Bit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bit, D::Error> {
        struct BitVisitor;
        impl Visitor<'_> for BitVisitor {
            type Value = Bit;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the number of a net, or \"0\", \"1\", \"x\" or \"z\"")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Bit, E> {
                let number = u32::try_from(number);
                number.map(Bit::Net).map_err(|_| E::custom("a net's number has more than 32 bits"))
            }

            fn visit_str<E: de::Error>(self, constant: &str) -> Result<Bit, E> {
                match constant {
                    "0" => Ok(Bit::Zero),
                    "1" => Ok(Bit::One),
                    "x" | "z" => Ok(Bit::Unknown),
                    other => Err(E::invalid_value(de::Unexpected::Str(other), &self)),
                }
            }
        }
        deserializer.deserialize_any(BitVisitor)
    }
}

/// A map as pairs in the order of the file.
pub(super) fn in_order<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<(String, T)>, D::Error> {
    struct Pairs<T>(std::marker::PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
        type Value = Vec<(String, T)>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some(pair) = map.next_entry()? {
                pairs.push(pair);
            }
            Ok(pairs)
        }
    }
    deserializer.deserialize_map(Pairs(std::marker::PhantomData))
}
