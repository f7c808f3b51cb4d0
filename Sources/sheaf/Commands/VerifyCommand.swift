import ArgumentParser
import Logging
import WebApp

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every document and version against the index. Changes nothing.",
    discussion: "Exit code 0 when all is well, 2 when something was found, 1 when it could not be checked.")

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let log = ProgramLog.start(level: .error)
    let report = try await Failure.reporting {
      try await WorkspaceCheck.run(root: workspace.root, json: json, log: log)
    }
    print(report.text)
    if !report.isClean { throw ExitCode(2) }
  }
}
