"""Compiles SystemVerilog files with slang, every warning on.

Takes the options of slang itself. Prints what slang has to say and ends with 1 if that is anything
at all.
"""

import sys

try:
    from pyslang import DiagnosticEngine, DiagnosticSeverity
    from pyslang.driver import CommandLineOptions, Driver
except ImportError as error:
    sys.exit(f"needs slang: {sys.executable} -m pip install 'pyslang>=12' ({error})")


def is_deliberate(diagnostic):
    """Whether it is about a signal called `unused_`, which slang does not take as a word for it."""
    code = str(diagnostic.code)
    unused = "UnusedButSetVariable" in code or "UnusedVariable" in code
    return unused and diagnostic.args[0].startswith("unused_")


driver = Driver()
driver.addStandardArgs()
# That a `default` stands for several variants of an enum is what its author wrote it for; and enums on
# ports are vectors, because not every tool takes a package's type.
options = ["-Weverything", "-Wno-case-enum-explicit", "-Wno-case-type"]
arguments = ["slang", *options, *(f'"{argument}"' for argument in sys.argv[1:])]
understood = driver.parseCommandLine(" ".join(arguments), CommandLineOptions())
if not (understood and driver.processOptions() and driver.parseAllSources()):
    driver.reportDiagnostics(True)
    sys.exit(1)

engine = driver.diagEngine
engine.clearClients()  # The driver would print the deliberate ones too.
compilation = driver.createCompilation()
analysis = driver.runAnalysis(compilation)
diagnostics = [
    diagnostic
    for diagnostic in [*compilation.getAllDiagnostics(), *analysis.getDiagnostics()]
    if engine.getSeverity(diagnostic.code, diagnostic.location) != DiagnosticSeverity.Ignored
    and not is_deliberate(diagnostic)
]
if diagnostics:
    sys.exit(DiagnosticEngine.reportAll(driver.sourceManager, diagnostics))
