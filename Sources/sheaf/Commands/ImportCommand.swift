import ArgumentParser
import Logging
import WebApp

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Copy files and folders into a workspace that is not being served.",
    discussion: """
      A folder is imported with everything in it, and keeps its structure. Symbolic links, hidden files and private \
      files of other programs are skipped, as in a drop folder. Prints one line per file: the document's id, a \
      tab, and its place. Standard error has the progress, the skipped and refused files, and the sums. \
      While a server runs on the workspace, upload to it or use its drop folder instead.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Option(help: "The folder in Documents.")
  var folder = ""

  @Argument(help: "The files and folders.")
  var paths: [String]

  func validate() throws {
    if paths.isEmpty { throw ValidationError("Name at least one file.") }
  }

  func run() async throws {
    let log = ProgramLog.start(level: .warning)
    var configuration = Configuration(root: workspace.root)
    configuration.files = workspace.files
    let outcome = try await Failure.reporting {
      try await FileImport.run(
        paths, into: folder, configuration, log: log, progress: Failure.report, announce: { print($0) })
    }
    for path in outcome.passedOver { Failure.report("passed over: \(path)") }
    for failure in outcome.failures { Failure.report(failure) }
    Failure.report(outcome.summary)
    if !outcome.failures.isEmpty { throw ExitCode.failure }
  }
}
