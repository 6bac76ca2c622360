use super::*;

/// Numbers around the limits of the two representations.
fn numbers() -> Vec<Value> {
    let mut numbers: Vec<Value> = vec![Value::ZERO, 1.into(), 0xf00d.into()];
    for width in [63, 64, 65, 128, 129, 256] {
        let power = &Value::from(1) << width;
        numbers.push(mask(width));
        numbers.push(&power | Value::from(0x1234));
        numbers.push(power);
    }
    numbers
}

fn big(value: &Value) -> BigUint {
    value.clone().into()
}

#[test]
fn operations_are_those_of_big_integers() {
    for left in numbers() {
        for right in numbers() {
            let (a, b) = (big(&left), big(&right));
            assert_eq!(big(&(&left & &right)), &a & &b, "{left:x} & {right:x}");
            assert_eq!(big(&(&left | &right)), &a | &b, "{left:x} | {right:x}");
            assert_eq!(big(&(&left ^ &right)), &a ^ &b, "{left:x} ^ {right:x}");
            assert_eq!(left.cmp(&right), a.cmp(&b), "{left:x} and {right:x}");
            for width in [1, 63, 64, 65, 128, 129, 300] {
                let modulus = BigUint::from(1_u32) << width;
                let (left, right) = (left.clone().truncated(width), right.clone().truncated(width));
                let (a, b) = (&a % &modulus, &b % &modulus);
                assert_eq!(big(&left), a, "{left:x} at {width} bits");
                for (found, expected) in [
                    (left.wrapping_add(&right, width), &a + &b),
                    (left.wrapping_sub(&right, width), &a + &modulus - &b),
                    (left.wrapping_mul(&right, width), &a * &b),
                    (left.inverted(width), &modulus - 1_u32 - &a),
                    (left.without(&right), &a ^ (&a & &b)),
                ] {
                    assert_eq!(big(&found), expected % &modulus, "{left:x}, {right:x}, {width}");
                }
            }
        }
    }
}

#[test]
fn bits_and_slices_cross_the_borders_of_words() {
    for value in numbers() {
        let number = big(&value);
        assert_eq!((0..300).map(|bit| value.bit(bit)).collect::<Value>(), value);
        for bit in [0, 63, 64, 200] {
            for level in [false, true] {
                assert_eq!(value.with_bit(bit, level), value.with_slice(bit, 1, &level.into()));
            }
        }
        assert_eq!(u64::from(value.count_ones()), number.count_ones());
        for offset in [0, 1, 60, 63, 64, 65, 128, 255, 1000] {
            assert_eq!(value.bit(offset), number.bit(offset.into()), "{value:x}[{offset}]");
            assert_eq!(big(&(&value << offset)), &number << offset, "{value:x} << {offset}");
            assert_eq!(big(&(&value >> offset)), &number >> offset, "{value:x} >> {offset}");
            for width in [1, 28, 64, 150] {
                let slice = value.slice(offset, width);
                assert_eq!(slice, (&value >> offset) & mask(width), "{value:x}, {offset}, {width}");
                let other = slice.inverted(width);
                let replaced = value.with_slice(offset, width, &other);
                assert_eq!(replaced.slice(offset, width), other, "{value:x}, {offset}, {width}");
                assert_eq!(replaced.with_slice(offset, width, &slice), value);
            }
        }
    }
}

#[test]
fn digits_are_parsed_and_printed() {
    for value in numbers() {
        assert_eq!(Value::from_str_radix(&format!("{value:x}"), 16), Some(value.clone()));
        assert_eq!(Value::from_str_radix(&format!("{value:b}"), 2), Some(value.clone()));
        assert_eq!(value.to_string(), big(&value).to_string());
    }
    assert_eq!(format!("{:#x}", mask(132)), format!("0x{}", "f".repeat(33)));
    assert_eq!(format!("{:040x}", mask(132)), format!("{:0>40}", "f".repeat(33)));
    for digits in ["", "-1", "g", "1 "] {
        assert_eq!(Value::from_str_radix(digits, 16), None, "{digits}");
    }
}
