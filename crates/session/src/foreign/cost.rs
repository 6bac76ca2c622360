//! What takes time when a design is simulated, for a user whose design is slow.

use punto_banco::grouped;
use virtual_board::Cost;

pub fn text(cost: Cost) -> String {
    match cost {
        Cost::Compilation => "The design is being compiled; then it is faster".into(),
        Cost::Words(operations) => {
            let steps = grouped(operations as u128);
            format!(
                "A cycle takes this computer up to {steps} steps, such as an addition or a comparison"
            )
        }
        Cost::Gates(gates, reason) => {
            let reason = reason.map(|reason| format!(", because of {reason}")).unwrap_or_default();
            format!("All {} gates are simulated{reason}", grouped(gates as u128))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_need_not_know_how_the_simulator_works() {
        for (cost, expected) in [
            (
                Cost::Words(1171),
                "A cycle takes this computer up to 1,171 steps, such as an addition or a comparison",
            ),
            (Cost::Gates(12, None), "All 12 gates are simulated"),
        ] {
            assert_eq!(text(cost), expected);
        }
    }
}
