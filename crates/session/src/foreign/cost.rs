//! What takes time when a design is simulated, for a user whose design is slow.

use punto_banco::grouped;
use virtual_board::Cost;

pub fn text(cost: Cost) -> String {
    match cost {
        Cost::Compilation => "The design is being compiled; then it is faster".into(),
        Cost::Words(operations) => {
            format!("A cycle takes up to {} operations on words", grouped(operations as u128))
        }
        Cost::Gates(gates, reason) => {
            let reason = reason.map(|reason| format!(", because of {reason}")).unwrap_or_default();
            format!("All {} gates are simulated{reason}", grouped(gates as u128))
        }
    }
}
