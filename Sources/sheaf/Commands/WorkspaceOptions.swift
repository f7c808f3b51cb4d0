import ArgumentParser

/// The options of every command on a workspace.
struct WorkspaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The workspace's directory.", valueName: "dir"))
  var root: String

  @Option(
    help: ArgumentHelp("Where Resources and Public lie, when not beside the program.", valueName: "dir"))
  var files: String?
}
