//! The DE1-SoC's pins from another source than the board's table, in another form: balls by bank,
//! from bit 0 on.
//!
//! Terasic prints them in the tables "Pin Assignment of …" of the DE1-SoC User Manual, chapter 3.
//! These lists follow <https://github.com/sahandKashani/Altera-FPGA-top-level-files>,
//! `DE1-SoC/pin_assignment_DE1_SoC.tcl`, revision 1.6, which follows Terasic's documentation and
//! calls the keys and displays `KEY_N` and `HEX0_N` to `HEX5_N`.

use std::collections::BTreeMap;

use de1_soc::PIN_TABLE;
use de1_soc::device::ball;

/// Signals of one ball.
const SCALARS: [(&str, &str); 22] = [
    ("AUD_ADCDAT", "K7"),
    ("AUD_ADCLRCK", "K8"),
    ("AUD_BCLK", "H7"),
    ("AUD_DACDAT", "J7"),
    ("AUD_DACLRCK", "H8"),
    ("AUD_XCK", "G7"),
    ("CLOCK_50", "AF14"),
    ("CLOCK2_50", "AA16"),
    ("CLOCK3_50", "Y26"),
    ("CLOCK4_50", "K14"),
    ("FPGA_I2C_SCLK", "J12"),
    ("FPGA_I2C_SDAT", "K12"),
    ("IRDA_RXD", "AA30"),
    ("PS2_CLK", "AD7"),
    ("PS2_DAT", "AE7"),
    ("PS2_CLK2", "AD9"),
    ("PS2_DAT2", "AE9"),
    ("VGA_BLANK_N", "F10"),
    ("VGA_CLK", "A11"),
    ("VGA_HS", "B11"),
    ("VGA_SYNC_N", "C10"),
    ("VGA_VS", "D11"),
];

/// Signals with an index, and the balls of bit 0, bit 1 and so on.
const VECTORS: [(&str, &[&str]); 14] = [
    (
        "GPIO_0",
        &[
            "AC18", "Y17", "AD17", "Y18", "AK16", "AK18", "AK19", "AJ19", "AJ17", "AJ16", "AH18",
            "AH17", "AG16", "AE16", "AF16", "AG17", "AA18", "AA19", "AE17", "AC20", "AH19", "AJ20",
            "AH20", "AK21", "AD19", "AD20", "AE18", "AE19", "AF20", "AF21", "AF19", "AG21", "AF18",
            "AG20", "AG18", "AJ21",
        ],
    ),
    (
        "GPIO_1",
        &[
            "AB17", "AA21", "AB21", "AC23", "AD24", "AE23", "AE24", "AF25", "AF26", "AG25", "AG26",
            "AH24", "AH27", "AJ27", "AK29", "AK28", "AK27", "AJ26", "AK26", "AH25", "AJ25", "AJ24",
            "AK24", "AG23", "AK23", "AH23", "AK22", "AJ22", "AH22", "AG22", "AF24", "AF23", "AE22",
            "AD21", "AA20", "AC22",
        ],
    ),
    ("HEX0", &["AE26", "AE27", "AE28", "AG27", "AF28", "AG28", "AH28"]),
    ("HEX1", &["AJ29", "AH29", "AH30", "AG30", "AF29", "AF30", "AD27"]),
    ("HEX2", &["AB23", "AE29", "AD29", "AC28", "AD30", "AC29", "AC30"]),
    ("HEX3", &["AD26", "AC27", "AD25", "AC25", "AB28", "AB25", "AB22"]),
    ("HEX4", &["AA24", "Y23", "Y24", "W22", "W24", "V23", "W25"]),
    ("HEX5", &["V25", "AA28", "Y27", "AB27", "AB26", "AA26", "AA25"]),
    ("KEY", &["AA14", "AA15", "W15", "Y16"]),
    ("LEDR", &["V16", "W16", "V17", "V18", "W17", "W19", "Y19", "W20", "W21", "Y21"]),
    ("SW", &["AB12", "AC12", "AF9", "AF10", "AD11", "AD12", "AE11", "AC9", "AD10", "AE12"]),
    ("VGA_B", &["B13", "G13", "H13", "F14", "H14", "F15", "G15", "J14"]),
    ("VGA_G", &["J9", "J10", "H12", "G10", "G11", "G12", "F11", "E11"]),
    ("VGA_R", &["A13", "C13", "E13", "B12", "C12", "D12", "E12", "F13"]),
];

/// The location of every signal, as Quartus writes both: `LEDR[0]` at `PIN_V16`.
pub fn locations() -> BTreeMap<String, String> {
    let scalars = SCALARS.map(|(signal, ball)| (signal.to_owned(), ball)).into_iter();
    let vectors = VECTORS.iter().flat_map(|(name, balls)| {
        balls.iter().enumerate().map(move |(bit, &ball)| (format!("{name}[{bit}]"), ball))
    });
    scalars.chain(vectors).map(|(signal, ball)| (signal, format!("PIN_{ball}"))).collect()
}

#[test]
fn every_pin_of_the_board_is_where_the_second_source_has_it() {
    let table = PIN_TABLE.lines().skip(1);
    let table = table.map(|row| row.split(',').collect::<Vec<_>>());
    let table: BTreeMap<_, _> = table.map(|row| (row[0].to_owned(), row[1].to_owned())).collect();
    assert_eq!(table, locations());
    for (signal, location) in table {
        assert_eq!(ball(&signal).map(|ball| format!("PIN_{ball}")), Some(location), "{signal}");
    }
}
