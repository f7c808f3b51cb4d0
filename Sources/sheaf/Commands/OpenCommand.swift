import ArgumentParser
import WebApp

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Hand files to the running server of a workspace, and show them in a browser.",
    discussion: """
      Copies each file into the workspace's Inbox and prints the address that shows its document; the file stays as it \
      is. On a desktop the default browser opens it. The address signs the browser in once, so it is for the caller alone.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Option(help: "The address at which the server is reached (default: where it says it answers).")
  var url: String?

  @Flag(name: .customLong("no-browser"), help: "Only print the addresses.")
  var noBrowser = false

  @Argument(help: "The files.")
  var paths: [String]

  func validate() throws {
    if paths.isEmpty { throw ValidationError("Name at least one file.") }
  }

  func run() async throws {
    let handOver = try await Failure.reporting { try await FileHandOver(root: workspace.root, address: url) }
    var failed = false
    for path in paths {
      do {
        let address = try await handOver.handOver(path)
        print(address)
        if !noBrowser, !FileHandOver.show(address) {
          Failure.report("no browser was found; open the address in one")
        }
      } catch {
        Failure.report("\(error)")
        failed = true
      }
    }
    await handOver.end()
    if failed { throw ExitCode.failure }
  }
}
