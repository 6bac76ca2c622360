//! USB-Blasters as Linux reports them.

use std::fs;
use std::path::Path;

/// Altera's, for every USB-Blaster.
const VENDOR: &str = "09fb";

/// Whether a USB-Blaster is plugged in; `None` if unknown.
pub fn is_plugged_in() -> Option<bool> {
    let devices = fs::read_dir("/sys/bus/usb/devices").ok()?;
    Some(devices.flatten().any(|device| {
        fs::read_to_string(device.path().join("idVendor"))
            .is_ok_and(|vendor| vendor.trim() == VENDOR)
    }))
}

/// Whether a udev rule mentions USB-Blasters; `None` without udev.
pub fn has_udev_rule() -> Option<bool> {
    let folders =
        ["/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"];
    let folders: Vec<_> = folders.iter().map(Path::new).filter(|folder| folder.is_dir()).collect();
    let rules = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let speaks = |path: &Path| {
        fs::read_to_string(path).is_ok_and(|rule| rule.to_ascii_lowercase().contains(VENDOR))
    };
    (!folders.is_empty()).then(|| rules.into_iter().any(|rule| speaks(&rule.path())))
}
