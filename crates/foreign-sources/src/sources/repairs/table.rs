//! All repairs.

use super::{
    Action, Frontend, Repair, loops, mixed, outputs, reductions, refused, subroutines, types,
    values, words,
};

const OWN: &[Frontend] = &[Frontend::Yosys];
const BOTH: &[Frontend] = &[Frontend::Slang, Frontend::Yosys];

/// In their order: where two change the same text, the first one counts.
pub(super) const REPAIRS: [Repair; 27] = [
    // Before repairs of the value that it replaces.
    Repair {
        name: "parameter of the top module",
        readers: OWN,
        #[cfg(test)]
        example: "parameter signed [7:0] P = 0;",
        why: "a value that is set from outside loses its sign",
        action: Action::Rewrite(values::parameters),
    },
    Repair {
        name: "edge of an inverted signal",
        readers: BOTH,
        #[cfg(test)]
        example: "always @(posedge !clk) q <= d;",
        why: "an edge has to be that of a signal",
        action: Action::Rewrite(words::inverted_edges),
    },
    Repair {
        name: "word of SystemVerilog as a name",
        readers: BOTH,
        #[cfg(test)]
        example: "wire bit = a;",
        why: "it is a keyword",
        action: Action::Rewrite(words::names),
    },
    Repair {
        name: "`trireg`",
        readers: BOTH,
        #[cfg(test)]
        example: "trireg w;",
        why: "charge storage does not exist in an FPGA",
        action: Action::Refuse(refused::charges, "use a register"),
    },
    Repair {
        name: "this form of a pull-up or pull-down",
        readers: BOTH,
        #[cfg(test)]
        example: "pullup (strong1) p(w);",
        why: "strengths, delays, arrays of nets, escaped names, macros and lists of primitives are not supported",
        action: Action::Refuse(refused::pulls, "write `tri1 w;` or `pullup (w);`"),
    },
    Repair {
        name: "variable assigned with <= and with =",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "always_ff @(posedge c) if (r) q <= 0; else q++;",
        why: "it is rejected",
        action: Action::Rewrite(mixed::assignments),
    },
    Repair {
        name: "output without a type that a process assigns",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "endmodule module sub(output y); always_comb y = 1;",
        why: "it is rejected",
        action: Action::Rewrite(outputs::assigned),
    },
    Repair {
        name: "inout with a type",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "endmodule module sub(d); inout logic [3:0] d;",
        why: "it is rejected",
        action: Action::Rewrite(words::inouts),
    },
    Repair {
        name: "function or task with variables that all calls share",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "function f(input a); f = !a; endfunction assign y = f(b); assign z = f(c);",
        why: "calls of several processes drive the same variables",
        action: Action::Rewrite(subroutines::shared),
    },
    Repair {
        name: "loop variable of several processes",
        readers: BOTH,
        #[cfg(test)]
        example: "reg [1:0] k; always_ff @(posedge c) for (k = 0; k < 3; k = k + 1) y[k] <= a; always_ff @(posedge c) for (k = 0; k < 3; k = k + 1) z[k] <= a;",
        why: "it has several drivers",
        action: Action::Rewrite(loops::shared),
    },
    Repair {
        name: "method of an array",
        readers: BOTH,
        #[cfg(test)]
        example: "logic [3:0] a [2]; assign y = a.sum();",
        why: "it is rejected",
        action: Action::Rewrite(reductions::methods),
    },
    Repair {
        name: "initial value of a static variable that is not constant",
        readers: BOTH,
        #[cfg(test)]
        example: "function f(input a); reg r = !a; f = r; endfunction",
        why: "it is taken once, before the subroutine is called",
        action: Action::Refuse(
            subroutines::initial_values,
            "declare the subroutine `automatic`, or assign the value in a statement",
        ),
    },
    Repair {
        name: "static variable whose value from the call before is used",
        readers: OWN,
        #[cfg(test)]
        example: "task t(output q); reg n; begin n = ~n; q = n; end endtask",
        why: "the value is lost",
        action: Action::Refuse(
            subroutines::kept,
            "declare the variable in the module, or assign it on every path before it is used",
        ),
    },
    Repair {
        name: "interface",
        readers: OWN,
        #[cfg(test)]
        example: "endmodule interface bus; logic d; endinterface module m;",
        why: "the ports of interfaces are not connected",
        action: Action::Refuse(refused::interfaces, "use ports or a packed structure"),
    },
    Repair {
        name: "cast to a signed type with a name",
        readers: OWN,
        #[cfg(test)]
        example: "typedef logic signed [3:0] s4; assign y = s4'(a) < 0;",
        why: "the cast loses the sign",
        action: Action::Refuse(refused::signed_casts, "write `$signed(WIDTH'(value))`"),
    },
    Repair {
        name: "cast to a signed type with a keyword",
        readers: OWN,
        #[cfg(test)]
        example: "assign y = int'(a) < 0;",
        why: "the cast loses the sign",
        action: Action::Rewrite(values::signed_casts),
    },
    Repair {
        name: "'1 as the value of a constant",
        readers: OWN,
        #[cfg(test)]
        example: "localparam logic [7:0] P = '1;",
        why: "only the lowest bit is set",
        action: Action::Rewrite(values::unsized_constants),
    },
    Repair {
        name: "'1 in the value of a constant or as an argument",
        readers: OWN,
        #[cfg(test)]
        example: "localparam logic [7:0] P = 1 ? '1 : 0;",
        why: "only the lowest bit would be set",
        action: Action::Refuse(
            refused::unsized_parts,
            "write a number with its width, such as 8'hff",
        ),
    },
    Repair {
        name: "loop variable with a step that has a width",
        readers: OWN,
        #[cfg(test)]
        example: "always_comb for (int i = 0; i < 4; i = i + 1'b1) y[i] = i > s;",
        why: "the variable takes the sign of the step",
        action: Action::Rewrite(loops::steps),
    },
    Repair {
        name: "loop variable with a width",
        readers: OWN,
        #[cfg(test)]
        example: "logic [2:0] k; always_comb for (k = 0; k < 4; k = k + 1) y[k] = ^(k + a);",
        why: "the variable has 32 bits in expressions",
        action: Action::Rewrite(loops::variables),
    },
    Repair {
        name: "signed value of a part select",
        readers: OWN,
        #[cfg(test)]
        example: "always_comb y[i +: 4] = v;",
        why: "the value is not extended by its sign",
        action: Action::Rewrite(values::part_selects),
    },
    Repair {
        name: "signed expression for a part select",
        readers: OWN,
        #[cfg(test)]
        example: "reg signed [3:0] v; always_comb y[i +: 8] = v + v;",
        why: "the value is not extended by its sign",
        action: Action::Refuse(
            values::signed_part_values,
            "assign the expression to a signed variable, and this to the part",
        ),
    },
    Repair {
        name: "size of an element",
        readers: OWN,
        #[cfg(test)]
        example: "assign y = $bits(s.v[0]);",
        why: "it has the size of something else",
        action: Action::Refuse(refused::sizes, "write the number"),
    },
    Repair {
        name: "inout of a task",
        readers: OWN,
        #[cfg(test)]
        example: "task automatic t(inout logic x); x = ~x; endtask",
        why: "the argument does not keep its value",
        action: Action::Refuse(refused::inouts, "use an input and an output"),
    },
    Repair {
        name: "ascending range in a structure",
        readers: OWN,
        #[cfg(test)]
        example: "struct packed { logic [0:3] a; } s;",
        why: "the bits are in another order",
        action: Action::Refuse(refused::ascending_members, "write the range as [3:0]"),
    },
    Repair {
        name: "packed array of a type with a name",
        readers: OWN,
        #[cfg(test)]
        example: "typedef logic [3:0] n; typedef n [1:0] t; t q; assign y = q[1];",
        why: "an element has one bit",
        action: Action::Refuse(
            types::arrays,
            "write all dimensions at one place, as in `logic [1:0][3:0]`, or an unpacked array",
        ),
    },
    Repair {
        name: "directive that lasts to the next file",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "wire w;",
        why: "`default_nettype of one file would hold for the next one",
        action: Action::Rewrite(values::net_type),
    },
];
