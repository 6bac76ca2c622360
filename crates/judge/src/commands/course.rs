//! `baccarat-judge course`: judges the solutions of a course.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, PathBuf, absolute};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::NotJudged;
use crate::course::{
    Autograder, Judging, Outcome, Shard, Standing, Submission, Submissions, confine, csv, junit,
    page,
};
use crate::report::Rubric;
use command_line::number::whole_number;
use command_line::table::Table;
use command_line::{Status, printable, stdout, usage_error};
use foreign_sources::module_name;
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::catalogue::YOSYS;
use output_files::write_file;
use punto_banco::grouped;
use tool_options::{Programs, report_slow_start};

/// Judge the solutions of a course
///
/// Judges each folder and each .zip or .tar.gz archive in FOLDER as `verify --sources` does, in a
/// process of its own with limited time and memory. Prints a table and writes results.csv,
/// results.xml (JUnit), results.json and a page for each solution into the folder of --out.
/// docs/course.md explains them. Exits with 0 if all solutions are right, with 3 if one could not
/// be judged, with 2 for wrong usage, and else with 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct JudgeCourse {
    /// The folder with a folder or an archive for each solution
    folder: PathBuf,

    /// Write the results into DIR
    #[arg(long, value_name = "DIR", default_value = "verdicts")]
    out: PathBuf,

    /// Do not judge solutions again whose results are in DIR, unless they have changed
    #[arg(long)]
    resume: bool,

    /// Judge only every N-th solution, from the I-th on
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Give marks: FILE is a JSON object with weights of properties, such as {"cards": 2, "tie": 1}
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,

    /// Write a file for each solution that this autograder reads
    #[arg(long, value_name = "NAME", requires = "rubric")]
    autograder: Option<AutograderName>,

    /// The top module of all solutions [default: task5, else that of the project]
    #[arg(long, value_name = "MODULE", value_parser = module_name)]
    top: Option<String>,

    /// Judge the folder DIR of each solution
    #[arg(long, value_name = "DIR", value_parser = subfolder)]
    subfolder: Option<PathBuf>,

    /// Give a solution up after this time
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = whole_number(1u32..))]
    timeout: u32,

    /// Give a solution up that needs more memory
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = whole_number(256u32..))]
    memory: u32,

    #[command(flatten)]
    programs: Programs,
}

/// What reads the verdict.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum AutograderName {
    /// `results.json` of Gradescope:
    /// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>
    Gradescope,
    /// What the graders of GitHub Classroom hand to its `autograding-grading-reporter`, once it is
    /// encoded in Base64
    GithubClassroom,
}

impl From<AutograderName> for Autograder {
    fn from(name: AutograderName) -> Autograder {
        match name {
            AutograderName::Gradescope => Autograder::Gradescope,
            AutograderName::GithubClassroom => Autograder::GithubClassroom,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  baccarat-judge course solutions
  baccarat-judge course solutions --rubric rubric.json --resume
  baccarat-judge course solutions --shard 2/4 --out verdicts-2
  baccarat-judge course solutions --rubric rubric.json --autograder gradescope";

/// The folder with a page and a verdict for each solution, in that of `--out`.
const SOLUTIONS: &str = "solutions";

impl JudgeCourse {
    /// Judges all solutions and prints a table on stdout.
    ///
    /// # Errors
    /// The folder has no solutions, a result cannot be written, or the run is interrupted.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let submissions = self.submissions(status)?;
        let rubric = Rubric::given(self.rubric.as_deref())?;
        // That of PyPI compiles itself on its first run, and may not write later.
        let yosys = Yosys::find(&self.programs.finder(), &mut report_slow_start(status))?;
        let judging = self.judging(&yosys)?;
        let autograder = self.autograder.map(Autograder::from);
        let folder = autograder.map(Autograder::folder);
        for folder in ["", SOLUTIONS].into_iter().chain(folder) {
            let folder = self.out.join(folder);
            fs::create_dir_all(&folder)
                .with_context(|| format!("{} cannot be created", folder.display()))?;
        }
        if !can_confine()? {
            status.warn(
                "this computer has no Landlock (Linux 5.13), so solutions are not kept from writing files",
            );
        }
        let outcomes = self.judge_all(&judging, &submissions, status)?;
        stdout::print(table(&outcomes).to_string().as_bytes())?;
        self.write("results.csv", &csv(&outcomes)?)?;
        self.write("results.xml", &junit(&outcomes)?)?;
        self.write("results.json", &serde_json::to_vec_pretty(&outcomes)?)?;
        if let (Some(autograder), Some(rubric)) = (autograder, &rubric) {
            for outcome in &outcomes {
                let result = autograder.result(outcome, rubric.maximum());
                let file = format!("{}/{}.json", autograder.folder(), outcome.name);
                self.write(&file, &serde_json::to_vec_pretty(&result)?)?;
            }
        }
        let any = |standing| outcomes.iter().any(|outcome| outcome.standing() == standing);
        Ok(match (any(Standing::NotJudged), any(Standing::Wrong)) {
            (true, _) => ExitCode::from(NotJudged::EXIT_CODE),
            (false, true) => ExitCode::FAILURE,
            (false, false) => ExitCode::SUCCESS,
        })
    }

    fn submissions(&self, status: Status) -> anyhow::Result<Vec<Submission>> {
        let folder = self.folder.display();
        let found = Submissions::find(&self.folder, &self.out)
            .map_err(|error| usage_error(format!("cannot read `{folder}`: {error}")))?;
        if !found.others.is_empty() {
            let others = found.others.join(", ");
            status.print(format_args!("neither folders nor archives: {}", printable(&others)));
        }
        if found.all.is_empty() {
            let problem = format!(
                "`{folder}` has no solutions: put each into a folder or an archive (.zip, .tar.gz)"
            );
            return Err(usage_error(problem));
        }
        Ok(match self.shard {
            None => found.all,
            Some(shard) => shard.select(found.all),
        })
    }

    fn judging(&self, yosys: &Yosys) -> anyhow::Result<Judging> {
        // Each solution is read by this Yosys, whatever else is on PATH.
        let mut tools = self.programs.arguments()?;
        if let Some(program) = yosys.program() {
            let mut chosen = OsString::from(format!("{}=", YOSYS.name));
            chosen.push(absolute(program)?);
            tools.extend(["--tool".into(), chosen]);
        }
        let rubric = self.rubric.as_deref();
        let rubric = rubric.map(|path| anyhow::Ok((absolute(path)?, fs::read_to_string(path)?)));
        Ok(Judging {
            program: std::env::current_exe()?,
            timeout: Duration::from_secs(self.timeout.into()),
            memory: u64::from(self.memory) << 20,
            rubric: rubric.transpose()?,
            tools,
            top: self.top.clone(),
            subfolder: self.subfolder.clone(),
            yosys: yosys.version().to_string(),
        })
    }

    /// The outcomes in the order of the solutions. Each is written at once, so that a later run can
    /// resume.
    fn judge_all(
        &self,
        judging: &Judging,
        submissions: &[Submission],
        status: Status,
    ) -> anyhow::Result<Vec<Outcome>> {
        let bar = match status.is_quiet() {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(submissions.len() as u64),
        };
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len}") {
            bar.set_style(style.progress_chars("=> "));
        }
        let job = |number: usize| -> anyhow::Result<Outcome> {
            let submission = &submissions[number];
            let file = format!("{SOLUTIONS}/{}.json", submission.name);
            let known = if self.resume { self.known(&file, judging, submission) } else { None };
            let is_new = known.is_none();
            let outcome = known.map_or_else(|| judging.judge(submission), Ok)?;
            if is_new {
                let page = page(&outcome);
                let page_file = format!("{SOLUTIONS}/{}.html", submission.name);
                self.write(&page_file, page.as_bytes())?;
                self.write(&file, &serde_json::to_vec_pretty(&outcome)?)?;
            }
            let (name, standing) = (printable(&outcome.name), outcome.standing().name());
            bar.suspend(|| status.print(format_args!("{name}: {standing}")));
            bar.inc(1);
            Ok(outcome)
        };
        let outcomes = jobs::map(submissions.len(), job);
        bar.finish_and_clear();
        outcomes
    }

    /// The outcome of an earlier run, if the solution has not changed since.
    fn known(&self, file: &str, judging: &Judging, submission: &Submission) -> Option<Outcome> {
        let text = fs::read(self.out.join(file)).ok()?;
        let outcome: Outcome = serde_json::from_slice(&text).ok()?;
        (outcome.digest == judging.digest(submission).ok()?).then_some(outcome)
    }

    /// Writes a result: the old or the new one is there, whole.
    fn write(&self, name: &str, content: &[u8]) -> anyhow::Result<()> {
        let path = self.out.join(name);
        write_file(&path, |file| file.write_all(content))
            .with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// A folder below another one.
fn subfolder(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_below.then_some(path).ok_or_else(|| "write a folder of each solution, such as task5".into())
}

/// Whether processes can be limited in what they write, which a thread tries.
fn can_confine() -> anyhow::Result<bool> {
    let folder = tempfile::tempdir()?;
    let confined = std::thread::scope(|scope| scope.spawn(|| confine(folder.path())).join());
    Ok(confined.unwrap_or(Ok(false))?)
}

/// A row for each solution.
fn table(outcomes: &[Outcome]) -> Table<5> {
    let mut table = Table::new(["solution", "result", ">mark", ">wrong hands", "why"]);
    for outcome in outcomes {
        let mark = outcome.mark().map(|[points, maximum]| format!("{points}/{maximum}"));
        let wrong = outcome.wrong_hands().map(|hands| match hands.map(|one| grouped(one.into())) {
            [wrong, at_end] if wrong == at_end => wrong,
            [wrong, at_end] => format!("{wrong} ({at_end} at their end)"),
        });
        let reasons = outcome.reasons();
        let first = reasons.first().and_then(|reason| reason.lines().next()).unwrap_or_default();
        let why = match reasons.len() {
            0 | 1 => first.to_string(),
            number => format!("{first}; {} more", number - 1),
        };
        table.row([
            printable(&outcome.name),
            outcome.standing().name().to_string(),
            mark.unwrap_or_default(),
            wrong.unwrap_or_default(),
            printable(&why),
        ]);
    }
    table
}
