import ArgumentParser

/// The options of every command on a workspace.
struct WorkspaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The workspace's directory.", valueName: "dir"))
  var root: String

  @Option(
    help: ArgumentHelp("The directory of Resources and Public, if not the program's.", valueName: "dir"))
  var files: String?
}
