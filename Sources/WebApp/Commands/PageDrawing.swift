import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
public import Logging
import Previews
import Workspace

/// The command `sheaf render`: draws one page of a file in the same worker as the server.
public struct PageDrawing: Sendable {
  private let page: Int
  private let size: RenderRequest.Size?
  private let region: PageRectangle?
  private let format: ImageFormat
  private let output: String

  /// A drawing with the parameters of the command line.
  ///
  /// Throws ``StartError`` for invalid parameters.
  public init(
    page: Int, width: Int?, scale: Double?, region: String?, format: String?, output: String
  ) throws(StartError) {
    guard scale?.isFinite != false else { throw StartError("--scale must be a number") }
    self.page = page
    size = width.map { .width($0) } ?? scale.map { .scale($0) }
    self.region = try region.map { (text) throws(StartError) in try Self.rectangle(text) }
    self.format = try Self.format(format, output: output)
    self.output = output
  }

  /// Draws a page of the file at `path` and writes it to the output.
  public func draw(_ path: String, files: String?, log: Logger) async throws {
    let file = try LocalFile(path: path)
    let converters = Converters(log: log)
    let registry = try BuiltInTypes.load(AppFiles(given: files)).with(converters.look())
    let pool = try Assembly.pool(1, cache: nil, log: log)
    await pool.start()
    let image = try await draw(file, registry, pool, converters)
    await pool.stop()
    try write(image)
  }

  private func draw(
    _ file: LocalFile, _ registry: FileTypeRegistry, _ pool: WorkerPool, _ converters: Converters
  ) async throws -> any ReadableContent {
    let type = await pool.identify(file, named: file.name, in: registry).type
    let hash = try Self.someHash()
    let source =
      switch try registry.requiredPageSource(for: type) {
      case .renderer(let kind): registry.source(of: file, hash: hash, type: type, for: kind)
      case .converter(let kind):
        RenderSource(
          content: try await converters.rendition(
            of: file, by: kind, fileExtension: registry.converterExtension(for: type)),
          hash: hash, kind: kind.renderer)
      }
    let size =
      if let size { size } else { try await NaturalSize(renderer: pool).size(ofPage: page, of: source) }
    let request = RenderRequest(page: page, region: region, size: size, format: format)
    return try await pool.render(request, of: source, priority: .visible).image
  }

  /// A random hash: the file is drawn once and needs no hash of its content.
  private static func someHash() throws(StartError) -> ContentHash {
    guard let hash = ContentHash(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max) }) else {
      throw StartError("no name for the file")
    }
    return hash
  }

  private func write(_ image: any ReadableContent) throws {
    let source = Descriptor(owning: dup(image.descriptor))
    let bytes = try source.read(Int(image.size))
    if output == "-" {
      try Descriptor(owning: dup(STDOUT_FILENO)).append(bytes)
    } else {
      try Descriptor.open(output, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).append(bytes)
    }
  }

  private static func rectangle(_ text: String) throws(StartError) -> PageRectangle {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let parts = words.compactMap { Double($0) }
    guard words.count == 4, parts.count == 4, parts.allSatisfy(\.isFinite) else {
      throw StartError("--region must be four numbers: x,y,w,h")
    }
    return PageRectangle(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
  }

  private static func format(_ given: String?, output: String) throws(StartError) -> ImageFormat {
    let parts = output.split(separator: "/").last?.split(separator: ".") ?? []
    let named = parts.count > 1 ? parts.last.map { $0.lowercased() } : nil
    guard let text = given ?? named else { return .png }
    guard let format = ImageFormat(rawValue: text == "jpeg" ? "jpg" : text) else {
      throw StartError("the format must be png, jpg or webp, by --format or by the name of the output")
    }
    return format
  }
}

final class LocalFile: ReadableContent {
  private let file: Descriptor
  let size: Int64
  let name: FileName

  var descriptor: CInt { file.rawValue }

  /// Throws ``StartError`` for a file that cannot be opened or is not regular.
  init(path: String) throws(StartError) {
    do {
      file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      guard status.kind == .regular else { throw SystemError(errno: EINVAL, call: "open") }
      size = status.size
    } catch {
      throw StartError("\(path) cannot be opened: \(error)")
    }
    name = FileName(sanitizing: path.split(separator: "/").last.map(String.init) ?? path)
  }
}
