import ArgumentParser
import Logging
import WebApp

struct TypesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types", abstract: "List the known file types, or say what a file is and why.")

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("The directory of Resources and Public, if not the program's.", valueName: "dir"))
  var files: String?

  @Argument(help: "A file to identify.")
  var file: String?

  func run() async throws {
    let log = ProgramLog.start(level: .error)
    let text = try await Failure.reporting {
      if let file { return try await TypeReport.identify(file, files: files, json: json, log: log) }
      return try TypeReport.all(files: files, json: json)
    }
    print(text)
  }
}
