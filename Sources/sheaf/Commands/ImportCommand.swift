import ArgumentParser
import Logging
import WebApp

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Copy files into a workspace that is not being served.",
    discussion: """
      Prints one line per file: the document's id, a tab, and where it lies. While a server runs on the workspace, \
      upload to it or use its drop folder instead.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Option(help: "The folder in Documents.")
  var folder = ""

  @Argument(help: "The files.")
  var paths: [String]

  func validate() throws {
    if paths.isEmpty { throw ValidationError("Name at least one file.") }
  }

  func run() async throws {
    let log = ProgramLog.start(level: .warning)
    var configuration = Configuration(root: workspace.root)
    configuration.files = workspace.files
    let failures = try await Failure.reporting {
      try await FileImport.run(paths, into: folder, configuration, log: log) { line in print(line) }
    }
    for failure in failures { Failure.report(failure) }
    if !failures.isEmpty { throw ExitCode.failure }
  }
}
