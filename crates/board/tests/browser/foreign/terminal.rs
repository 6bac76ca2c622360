//! The serial terminal at the headers.

use super::design;
use crate::game_page::GamePage;
use crate::screenshots;

/// Sends what it receives at 115,200 baud, plus one.
const SUCCESSOR: &str = "
module successor #(parameter int DIVISOR = 434) (input logic CLOCK_50, inout wire [1:0] GPIO_0);
    logic [9:0] wait_in = '0, wait_out = '0, frame = '1;
    logic [3:0] bits_in = '0, bits_out = '0;
    logic [7:0] data = '0;
    logic busy = 1'b0, full = 1'b0;
    assign GPIO_0[0] = frame[0];
    always_ff @(posedge CLOCK_50) begin
        full <= 1'b0;
        if (!busy) begin
            busy <= !GPIO_0[1];
            wait_in <= 10'(DIVISOR + DIVISOR / 2);
            bits_in <= '0;
        end else if (wait_in != '0) wait_in <= wait_in - 10'd1;
        else begin
            wait_in <= 10'(DIVISOR - 1);
            if (bits_in == 4'd8) begin
                busy <= 1'b0;
                full <= 1'b1;
            end else begin
                data <= {GPIO_0[1], data[7:1]};
                bits_in <= bits_in + 4'd1;
            end
        end
        if (full) begin
            frame <= {1'b1, data + 8'd1, 1'b0};
            wait_out <= 10'(DIVISOR - 1);
            bits_out <= 4'd9;
        end else if (bits_out != '0) begin
            if (wait_out != '0) wait_out <= wait_out - 10'd1;
            else begin
                wait_out <= 10'(DIVISOR - 1);
                frame <= {1'b1, frame[9:1]};
                bits_out <= bits_out - 4'd1;
            end
        end
    end
endmodule
";

async fn choose(page: &mut GamePage, id: &str, value: &str) {
    let field = format!("document.querySelector('#{id}')");
    let script = format!("{field}.value = '{value}'; {field}.dispatchEvent(new Event('change'))");
    page.evaluate(&script).await;
    page.wait_until(&format!("{field}.value === '{value}'")).await;
}

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn a_design_with_a_uart_talks_to_the_terminal() {
    let board = design(SUCCESSOR);
    let mut page = GamePage::at(&board.url()).await;
    let form = "document.querySelector('#terminal-form')";
    page.wait_until(&format!("{form}.hidden")).await;
    // Until then, the design receives zeros.
    choose(&mut page, "terminal-to", "0 1").await;
    page.wait_until(&format!("!{form}.hidden")).await;
    choose(&mut page, "terminal-from", "0 0").await;
    choose(&mut page, "terminal-end", "none").await;
    for (sent, received) in [("HAL", "IBM"), ("`", "IBMa")] {
        page.type_into("#terminal-line", sent).await;
        page.click("#terminal-form button").await;
        page.wait_for_text("#terminal-received", received).await;
    }
    screenshots::take(&mut page, "terminal", &["#headers"]).await;
    page.assert_axe_reports_nothing("terminal").await;
    // The pin is that of the terminal until it is taken away.
    page.click("#power-up").await;
    page.wait_until("document.querySelector('#terminal-to').value === '0 1'").await;
    page.type_into("#terminal-line", "U").await;
    page.click("#terminal-form button").await;
    page.wait_for_text("#terminal-received", "IBMaV").await;
    page.click("#terminal-clear").await;
    page.wait_for_text("#terminal-received", "").await;
    page.assert_no_console_errors().await;
}
