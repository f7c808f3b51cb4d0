import ArgumentParser

/// What every command needs that works on a workspace.
struct WorkspaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The workspace's directory.", valueName: "dir"))
  var root: String

  @Option(
    help: ArgumentHelp("Where Resources and Public lie, when not beside the program.", valueName: "dir"))
  var files: String?
}
