import ArgumentParser
import Logging
import WebApp

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw a page of a file through the same sandboxed worker.")

  @Argument(help: "A PDF or an image.")
  var file: String

  @Option(help: "The page, from 1.")
  var page = 1

  @Option(help: "The width in pixels.")
  var width: Int?

  @Option(help: "Pixels per point (1 is 72 dpi), or per pixel of an image.")
  var scale: Double?

  @Option(help: ArgumentHelp("Only this part, in points or pixels of the page.", valueName: "x,y,w,h"))
  var region: String?

  @Option(help: "png, jpg or webp (default: as the output is named, else png).")
  var format: String?

  @Option(name: [.short, .customLong("output")], help: "The path of the image; - is standard output.")
  var output: String

  @Option(
    help: ArgumentHelp("The directory of Resources and Public, if not the program's.", valueName: "dir"))
  var files: String?

  func validate() throws {
    if width != nil && scale != nil { throw ValidationError("Give --width or --scale, not both.") }
  }

  func run() async throws {
    let log = ProgramLog.start(level: .error)
    try await Failure.reporting {
      let drawing = try PageDrawing(
        page: page, width: width, scale: scale, region: region, format: format, output: output)
      try await drawing.draw(file, files: files, log: log)
    }
  }
}
