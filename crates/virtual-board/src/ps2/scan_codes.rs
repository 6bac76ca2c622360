//! The scan codes of set 2, which keyboards send after power-up.
//!
//! The codes are those of IBM's 101-key and 102-key keyboards, as in *IBM Personal System/2
//! Hardware Interface Technical Reference, Keyboards (101- and 102-Key)*, with the three keys of
//! Windows. They depend neither on Shift nor on Num Lock.

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The name that browsers give it: `KeyboardEvent.code`.
    pub name: &'static str,
    /// Its code; `0xe0xx` with the prefix E0.
    code: u16,
}

const PRINT_SCREEN: &str = "PrintScreen";
const PAUSE: &str = "Pause";

impl Key {
    /// The key with this name.
    pub fn named(name: &str) -> Option<Key> {
        let found = CODES.iter().find(|key| key.0 == name);
        found.map(|(name, code)| Key { name, code: *code })
    }

    /// What is sent when it is pressed.
    pub fn make_code(self) -> Vec<u8> {
        match self.name {
            PRINT_SCREEN => vec![0xe0, 0x12, 0xe0, 0x7c],
            PAUSE => vec![0xe1, 0x14, 0x77, 0xe1, 0xf0, 0x14, 0xf0, 0x77],
            _ => self.prefixed(&[]),
        }
    }

    /// What is sent when it is released: nothing for Pause.
    pub fn break_code(self) -> Vec<u8> {
        match self.name {
            PRINT_SCREEN => vec![0xe0, 0xf0, 0x7c, 0xe0, 0xf0, 0x12],
            PAUSE => vec![],
            _ => self.prefixed(&[0xf0]),
        }
    }

    /// Whether it repeats while it is held.
    pub fn is_typematic(self) -> bool {
        self.name != PAUSE
    }

    fn prefixed(self, before_code: &[u8]) -> Vec<u8> {
        let [prefix, code] = self.code.to_be_bytes();
        let prefix = (prefix != 0).then_some(prefix);
        prefix.into_iter().chain(before_code.iter().copied()).chain([code]).collect()
    }
}

#[rustfmt::skip]
const CODES: [(&str, u16); 105] = [
    ("Escape", 0x76), ("F1", 0x05), ("F2", 0x06), ("F3", 0x04), ("F4", 0x0c), ("F5", 0x03),
    ("F6", 0x0b), ("F7", 0x83), ("F8", 0x0a), ("F9", 0x01), ("F10", 0x09), ("F11", 0x78),
    ("F12", 0x07), (PRINT_SCREEN, 0xe07c), ("ScrollLock", 0x7e), (PAUSE, 0),

    ("Backquote", 0x0e), ("Digit1", 0x16), ("Digit2", 0x1e), ("Digit3", 0x26), ("Digit4", 0x25),
    ("Digit5", 0x2e), ("Digit6", 0x36), ("Digit7", 0x3d), ("Digit8", 0x3e), ("Digit9", 0x46),
    ("Digit0", 0x45), ("Minus", 0x4e), ("Equal", 0x55), ("Backspace", 0x66),

    ("Tab", 0x0d), ("KeyQ", 0x15), ("KeyW", 0x1d), ("KeyE", 0x24), ("KeyR", 0x2d), ("KeyT", 0x2c),
    ("KeyY", 0x35), ("KeyU", 0x3c), ("KeyI", 0x43), ("KeyO", 0x44), ("KeyP", 0x4d),
    ("BracketLeft", 0x54), ("BracketRight", 0x5b), ("Backslash", 0x5d),

    ("CapsLock", 0x58), ("KeyA", 0x1c), ("KeyS", 0x1b), ("KeyD", 0x23), ("KeyF", 0x2b),
    ("KeyG", 0x34), ("KeyH", 0x33), ("KeyJ", 0x3b), ("KeyK", 0x42), ("KeyL", 0x4b),
    ("Semicolon", 0x4c), ("Quote", 0x52), ("Enter", 0x5a),

    ("ShiftLeft", 0x12), ("IntlBackslash", 0x61), ("KeyZ", 0x1a), ("KeyX", 0x22), ("KeyC", 0x21),
    ("KeyV", 0x2a), ("KeyB", 0x32), ("KeyN", 0x31), ("KeyM", 0x3a), ("Comma", 0x41),
    ("Period", 0x49), ("Slash", 0x4a), ("ShiftRight", 0x59),

    ("ControlLeft", 0x14), ("MetaLeft", 0xe01f), ("AltLeft", 0x11), ("Space", 0x29),
    ("AltRight", 0xe011), ("MetaRight", 0xe027), ("ContextMenu", 0xe02f), ("ControlRight", 0xe014),

    ("Insert", 0xe070), ("Home", 0xe06c), ("PageUp", 0xe07d), ("Delete", 0xe071), ("End", 0xe069),
    ("PageDown", 0xe07a), ("ArrowUp", 0xe075), ("ArrowLeft", 0xe06b), ("ArrowDown", 0xe072),
    ("ArrowRight", 0xe074),

    ("NumLock", 0x77), ("NumpadDivide", 0xe04a), ("NumpadMultiply", 0x7c), ("NumpadSubtract", 0x7b),
    ("Numpad7", 0x6c), ("Numpad8", 0x75), ("Numpad9", 0x7d), ("NumpadAdd", 0x79), ("Numpad4", 0x6b),
    ("Numpad5", 0x73), ("Numpad6", 0x74), ("Numpad1", 0x69), ("Numpad2", 0x72), ("Numpad3", 0x7a),
    ("NumpadEnter", 0xe05a), ("Numpad0", 0x70), ("NumpadDecimal", 0x71),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn keys_have_make_and_break_codes() {
        let cases: [(&str, &[u8], &[u8]); 6] = [
            ("KeyA", &[0x1c], &[0xf0, 0x1c]),
            ("F7", &[0x83], &[0xf0, 0x83]),
            ("ArrowUp", &[0xe0, 0x75], &[0xe0, 0xf0, 0x75]),
            ("ControlRight", &[0xe0, 0x14], &[0xe0, 0xf0, 0x14]),
            ("PrintScreen", &[0xe0, 0x12, 0xe0, 0x7c], &[0xe0, 0xf0, 0x7c, 0xe0, 0xf0, 0x12]),
            ("Pause", &[0xe1, 0x14, 0x77, 0xe1, 0xf0, 0x14, 0xf0, 0x77], &[]),
        ];
        for (name, make, release) in cases {
            let key = Key::named(name).expect("a key");
            assert_eq!((&*key.make_code(), &*key.break_code()), (make, release), "{name}");
        }
        assert_eq!(Key::named("F13"), None);
    }

    #[test]
    fn no_two_keys_have_the_same_code_or_name() {
        let codes: BTreeSet<u16> = CODES.iter().map(|key| key.1).collect();
        let names: BTreeSet<&str> = CODES.iter().map(|key| key.0).collect();
        assert_eq!((codes.len(), names.len()), (CODES.len(), CODES.len()));
    }
}
