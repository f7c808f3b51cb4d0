import ArgumentParser
import Logging
import WebApp

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every document and version against the index.",
    discussion: """
      Changes nothing, and may run beside a server, unless --repair is given. Exit code 0 when all is well (with \
      --repair: afterwards), 2 when something was found, 3 when a server runs that a repair needs to be stopped, 1 when \
      it could not be checked.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(
    help:
      "Repair what can be, in a workspace that is not being served. Nothing is removed: damaged files go to Library/Damaged."
  )
  var repair = false

  func run() async throws {
    let log = ProgramLog.start(level: .error)
    var configuration = Configuration(root: workspace.root)
    configuration.files = workspace.files
    configuration.workers = 1
    let report = try await Failure.reporting { [configuration] in
      try await repair
        ? WorkspaceCheck.repair(configuration, json: json, log: log)
        : WorkspaceCheck.run(root: workspace.root, json: json, log: log)
    }
    print(report.text)
    if !report.isClean { throw ExitCode(2) }
  }
}
