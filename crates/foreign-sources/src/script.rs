//! The scripts that Yosys runs: reading of the sources, and elaboration.

use super::cells::{DIVISIONS, NARROW, REGISTERS, RUNNING, SHIFTS, WIDE};
use super::intel;
use super::sources::SourceSet;
use fpga_tools::synthesis::{PLL_CLOCK, quoted};
use rust_hdl_systemverilog::SourceFile;

/// The files that [`elaboration`] writes.
pub const NETLIST: &str = "netlist.json";
pub const WORDS: &str = "words.json";

/// The file with slang's options. Copies of sources are in a folder.
const SLANG_OPTIONS: &str = "slang.f";

/// Reads the files and finds the hierarchy. Modules without a body drive nothing; Yosys would
/// leave them as cells. A latch in an `always_comb` process is not an error.
pub fn read(sources: &SourceSet) -> String {
    // Only names of files may be in quotes.
    let files = |units: &[String]| {
        let options = options(sources).map(|option| format!(" {option}"));
        options.chain(units.iter().map(|unit| format!(" {}", quoted(unit)))).collect::<String>()
    };
    let mut read = String::from("read_verilog -sv -noblackbox");
    if sources.has_named_by_parameters {
        read += " -defer";
    }
    read += &files(&sources.units);
    if !sources.models.is_empty() {
        // The design may have some of these modules itself.
        read += "\nread_verilog -sv -nooverwrite";
        read += &files(&sources.models);
    }
    read.push_str(&format!("\n{}", hierarchy(sources)));
    for parameter in &sources.parameters {
        read.push_str(&format!(" -chparam {}", parameter.replacen('=', " ", 1)));
    }
    read + "\nsetattr -unset always_comb p:*\n"
}

/// Reads the files with slang, which knows more of SystemVerilog, but rejects some of what Yosys
/// and Quartus accept. Threads do not work in all builds.
pub fn read_with_slang(sources: &SourceSet) -> String {
    let mut read = String::from(
        "read_slang --threads 1 --single-unit -Wnone --error-limit 3 --ignore-timing --ignore-assertions \
         --allow-use-before-declare --allow-bare-value-param-assigment --allow-dup-initial-drivers \
         --allow-merging-ansi-ports --allow-lib-module-redef --relax-enum-conversions --unroll-limit 100000 ",
    );
    if let Some(top) = &sources.top {
        read.push_str(&format!("--top {top}"));
    }
    for parameter in &sources.parameters {
        read.push_str(&format!(" -G {parameter}"));
    }
    // A module without a body that slang has read cannot be adapted to parameters later.
    let clocks = match sources.models.iter().find(|model| *model == intel::PLL) {
        Some(model) => format!("delete ={PLL_CLOCK}\nread_verilog -sv -lib -nooverwrite {model}\n"),
        None => String::new(),
    };
    format!("{read} -f {SLANG_OPTIONS}\n{clocks}{}\n", hierarchy(sources))
}

/// What slang reads, in a file: the command itself takes quotes for a part of the name. The design
/// may have some of the models' modules itself.
pub fn slang_options(sources: &SourceSet) -> SourceFile {
    let mut all: Vec<String> = options(sources).chain(sources.units.iter().cloned()).collect();
    for model in &sources.models {
        all.extend(["-v".into(), model.clone()]);
    }
    let text = all.iter().map(|option| format!("\"{option}\"\n")).collect();
    SourceFile { name: SLANG_OPTIONS.into(), text }
}

/// The macros and folders, as options of either command.
fn options(sources: &SourceSet) -> impl Iterator<Item = String> {
    let defines = sources.defines.iter().map(|define| format!("-D{define}"));
    // Only those with copies exist.
    let has_copy = |folder: &&String| {
        let inside = format!("{folder}/");
        sources.files.iter().any(|file| file.name.starts_with(&inside))
    };
    let folders = sources.includes.iter().filter(has_copy).map(|folder| format!("-I{folder}"));
    defines.chain(folders)
}

/// Finds the hierarchy, below the top module if that is known.
fn hierarchy(sources: &SourceSet) -> String {
    let top = sources.top.as_ref().map_or("-auto-top".into(), |top| format!("-top {top}"));
    format!("hierarchy -check {top}")
}

/// What becomes of values that the language leaves undefined.
#[derive(Clone, Copy)]
pub enum Undefined {
    /// What makes the netlist small.
    Any,
    Zero,
}

/// The largest number of words of a memory that becomes registers and multiplexers.
const MAXIMUM_WORDS: u32 = 16;

/// The operators whose whole result is undefined if a bit of an operand is.
const OPERATORS: &str = "t:$add t:$sub t:$mul t:$div t:$mod t:$divfloor t:$modfloor t:$pow t:$neg t:$pos t:$lt t:$le \
     t:$gt t:$ge t:$eq t:$ne t:$and t:$or t:$xor t:$xnor t:$not t:$reduce_* t:$logic_* t:$shl t:$shr t:$sshl t:$sshr \
     t:$shift t:$shiftx";

/// Elaborates the design and maps it to simple gates, flip-flops, latches, memories and divisions.
/// Nothing is moved across registers, and undriven nets are 0. All nets with names are kept, for
/// waveforms. Messages and checks of simulations are left out.
///
/// A port of both directions to which `z` is assigned would become undriven, for those who read it,
/// too. So constants are first taken off such ports. Multiplexers of more bits than are used, as
/// that of `a ? 0 : 1'bz`, are reduced, to be tristate buffers.
///
/// What nothing drives is an undefined constant after slang. In operands it becomes 0 at once, or
/// no bit of a sum would be defined. Other undefined values become 0 after tristate buffers and
/// memories were found: those have undefined inputs of their own.
pub fn elaboration(undefined: Undefined, has_slang: bool, sources: &SourceSet) -> String {
    let (keep, define) = match undefined {
        Undefined::Any => ("", ""),
        Undefined::Zero => (" -keepdc", "setundef -zero\nchtype -set $shift t:$shiftx\n"),
    };
    // An old Yosys does not only change the selected cells.
    let operands = if has_slang { format!("setundef -zero {OPERATORS}\n") } else { String::new() };
    let words = mapping_to_words();
    let drivers = if has_pulls(sources) { pulls() } else { MERGED.into() };
    // A type that Yosys does not know stays as it is.
    let hide = DIVISIONS.map(|kind| format!("chtype -set kept_{0} t:${0}\n", &kind[1..])).concat();
    let show = DIVISIONS.map(|kind| format!("chtype -set ${0} t:kept_{0}\n", &kind[1..])).concat();
    let kinds = ["DFF_P", "DFFSR_PPP", "DLATCH_P", "DLATCHSR_PPP", "SR_PP"];
    let kinds: String = kinds.iter().map(|kind| format!(" -cell $_{kind}_ 01")).collect();
    format!(
        "insbuf -buf tied A Y i:* o:* %i\n\
         delete t:tied w:* %x1:+tied[A] %d\n\
         chtype -set $_BUF_ t:tied\n\
         proc -norom\n\
         chformal -remove\n\
         delete t:$print\n\
         setattr -set keep 1 w:\\*\n\
         opt_clean i:* o:* %i %m\n\
         flatten\n\
         opt_clean\n\
         {operands}\
         wreduce{keep} t:$mux\n\
         tribuf\n\
         {drivers}\
         opt_expr{keep}\n\
         opt_clean\n\
         opt_dff{keep} -nodffe -nosdff w:*.{RUNNING} %ci1\n\
         check\n\
         wreduce{keep} -memx\n\
         opt_expr{keep} -fine\n\
         opt_clean\n\
         memory -nomap -nordff -nowiden\n\
         {define}\
         memory_map t:$mem_v2 r:SIZE<={MAXIMUM_WORDS} %i\n\
         setundef -undriven -zero\n\
         {words}\
         write_json {WORDS}\n\
         {hide}\
         techmap\n\
         simplemap\n\
         {show}\
         dfflegalize{kinds}\n\
         opt_clean\n\
         write_json {NETLIST}\n"
    )
}

/// The tristate buffers of a net become one, of one bit.
const MERGED: &str = "simplemap t:$tribuf\ntribuf -merge\n";

fn has_pulls(sources: &SourceSet) -> bool {
    sources.models.iter().any(|model| model == intel::PULLS)
}

/// What comes before the mapping to cells of an FPGA: a design with pulls becomes one module.
pub fn before_mapping(sources: &SourceSet) -> String {
    match has_pulls(sources) {
        true => format!("flatten\nopt_clean\ntribuf\n{}", pulls()),
        false => String::new(),
    }
}

/// As [`MERGED`], with the pulls of nets. A pull sets the value of its net while the tristate
/// buffer of the net releases it, or always, if there is none. A pull has no effect on a net with
/// another driver, nor on a pin of the board.
fn pulls() -> String {
    // Adds to some wires all other wires of the same nets.
    let nets = "%x*:+none[none]";
    // The pulls that drive some wires.
    let their_pulls = "%ci1:+pull_1,pull_0[y]";
    let mut commands = vec![
        // Gives each tristate buffer one bit.
        "simplemap t:$tribuf".to_string(),
        // Puts a buffer before each output of the design: two outputs stay two nets.
        "insbuf -buf pull_end A Y o:* i:* %d".into(),
        // Selects the wires of the nets that have a pull.
        format!("select -set split t:pull_? %x1 w:* %i {nets}"),
        // Splits these into wires of one bit: a wire is one net.
        "splitnets @split".into(),
        // Selects the nets that an input, or a cell other than a tristate buffer or a pull, drives.
        format!("select -set driven t:* t:$_TBUF_ %d t:pull_? %d %co1 w:* %i i:* %u {nets}"),
        // Deletes the pulls of these nets: they have no effect.
        format!("delete t:pull_? @driven {their_pulls} %i"),
        // Deletes the pulls that drive no wire, but a constant.
        format!("delete t:pull_? t:pull_? %x1 w:* %i {their_pulls} %d"),
        // Merges the tristate buffers of each net into one, which again gets one bit.
        "tribuf -merge".into(),
        "simplemap t:$tribuf".into(),
    ];
    for level in ["1", "0"] {
        let (pull, released) = (format!("pull_{level}"), format!("released_{level}"));
        commands.extend([
            // Selects the nets with a pull to this level.
            format!("select -set pulled t:{pull} %x1:+{pull}[y] w:* %i {nets}"),
            // Replaces their tristate buffers by gates that have the level while released.
            format!("chtype -set {released} @pulled %ci1:+$_TBUF_[Y] t:$_TBUF_ %i"),
            // Deletes the pulls of the nets with these gates, which contain the pull.
            format!(
                "delete t:{pull} t:{released} %x1:+{released}[Y] w:* %i {nets} %ci1:+{pull}[y] %i"
            ),
        ]);
    }
    commands.extend([
        // Maps the gates, and the pulls that are left, which alone drive their nets.
        format!("techmap -map {}", intel::PULLS_MAP),
        // Makes the buffers before the outputs plain ones.
        "chtype -set $_BUF_ t:pull_end\n".into(),
    ]);
    commands.join("\n")
}

/// Maps those cells to gates that words are not made of.
fn mapping_to_words() -> String {
    let kept = [&WIDE[..], &NARROW, &SHIFTS, &DIVISIONS, &REGISTERS, &["$mem_v2", "$scopeinfo"]];
    let others = kept.map(without).concat();
    let with_wide = |kinds: &[&str], pin| {
        let others: String = kinds[1..].iter().map(|kind| format!(" t:{kind} %u")).collect();
        format!("select -add t:{}{others} r:{pin}_WIDTH>64 %i\n", kinds[0])
    };
    let wide = ["A", "B", "Y"].map(|pin| with_wide(&NARROW, pin)).concat();
    let wide = wide + &with_wide(&SHIFTS, "B");
    format!(
        "simplemap t:$tribuf\n\
         select t:$* t:$_* %d{others}\n\
         {wide}\
         techmap\n\
         select -clear\n\
         opt_clean\n"
    )
}

/// Takes cells off a selection.
fn without(kinds: &[&str]) -> String {
    kinds.iter().map(|kind| format!(" t:{kind} %d")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::Sources;

    #[test]
    fn yosys_reads_files_in_quotes_and_options_without() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("my lab.sv");
        fs::write(&file, "`include \"x.vh\"\nmodule top; endmodule").expect("a file");
        let includes = folder.path().join("c++");
        fs::create_dir(&includes).expect("a folder");
        fs::write(includes.join("x.vh"), "").expect("a file");
        let defines = vec!["WIDTH=4".into(), "COLOUR=8'h3c".into()];
        let sources =
            Sources { files: vec![file], includes: vec![includes], defines, ..Sources::default() };
        let script = read(&sources.collect().expect("sources"));
        let command = script.lines().next().expect("a command");
        let options = "-DWIDTH=4 -DCOLOUR=8'h3c -Isources/c++";
        assert_eq!(
            command,
            format!("read_verilog -sv -noblackbox {options} \"sources/my lab.sv\"")
        );
    }
}
