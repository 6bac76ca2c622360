"""Compiles SystemVerilog files with slang and all warnings enabled.

Takes slang's own options. Prints slang's messages, and exits with 1 if there are any.
"""

import sys

try:
    from pyslang import DiagnosticEngine, DiagnosticSeverity
    from pyslang.driver import CommandLineOptions, Driver
except ImportError as error:
    sys.exit(f"slang is not installed: {sys.executable} -m pip install 'pyslang>=12' ({error})")


def is_exempt(diagnostic):
    """Whether it is about a signal called `unused_`, a prefix that slang does not recognise."""
    code = str(diagnostic.code)
    unused = "UnusedButSetVariable" in code or "UnusedVariable" in code
    return unused and diagnostic.args[0].startswith("unused_")


driver = Driver()
driver.addStandardArgs()
# A `default` may stand for several variants of an enum, and enums on ports are vectors, because not
# every tool supports types from packages.
options = ["-Weverything", "-Wno-case-enum-explicit", "-Wno-case-type"]
arguments = ["slang", *options, *(f'"{argument}"' for argument in sys.argv[1:])]
understood = driver.parseCommandLine(" ".join(arguments), CommandLineOptions())
if not (understood and driver.processOptions() and driver.parseAllSources()):
    driver.reportDiagnostics(True)
    sys.exit(1)

engine = driver.diagEngine
engine.clearClients()  # The driver would also print the exempt ones.
compilation = driver.createCompilation()
analysis = driver.runAnalysis(compilation)
diagnostics = [
    diagnostic
    for diagnostic in [*compilation.getAllDiagnostics(), *analysis.getDiagnostics()]
    if engine.getSeverity(diagnostic.code, diagnostic.location) != DiagnosticSeverity.Ignored
    and not is_exempt(diagnostic)
]
if diagnostics:
    sys.exit(DiagnosticEngine.reportAll(driver.sourceManager, diagnostics))
