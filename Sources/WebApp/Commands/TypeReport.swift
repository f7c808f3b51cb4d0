import DocumentModel
import FoundationEssentials
public import Logging
import Previews
import Workspace

/// The command `sheaf types`.
public enum TypeReport {
  /// The built-in types.
  public static func all(files: String?, json: Bool) throws -> String {
    let registry = try BuiltInTypes.load(AppFiles(given: files))
    guard !json else {
      return try text(of: TypesResponse(types: registry.types, handlers: registry.declarations.handlers))
    }
    let width = registry.types.map(\.identifier.description.count).max() ?? 0
    return registry.types.map { type in
      let padding = String(repeating: " ", count: width - type.identifier.description.count + 2)
      let extensions = type.extensions.map { ".\($0)" }.joined(separator: " ")
      return "\(type.identifier)\(padding)\(type.name)  \(extensions)"
    }.joined(separator: "\n")
  }

  /// The type of the file at `path`, and the sources of the decision.
  public static func identify(_ path: String, files: String?, json: Bool, log: Logger) async throws -> String
  {
    let file = try LocalFile(path: path)
    let registry = try BuiltInTypes.load(AppFiles(given: files)).with(Converters(log: log).look())
    let pool = try Assembly.pool(1, cache: nil, log: log)
    await pool.start()
    let found = await pool.identify(file, named: file.name, in: registry)
    await pool.stop()
    let answer = IdentificationResponse(found, in: registry)
    return json ? try text(of: answer) : answer.description
  }

  private static func text(of answer: some Encodable) throws -> String {
    String(decoding: try JSONResponse.encode(answer, pretty: true), as: UTF8.self)
  }
}

private struct IdentificationResponse: Encodable, CustomStringConvertible {
  let type: String
  let name: String
  /// How documents of the type are shown.
  let preview: String
  /// The part that makes their pages; null without pages.
  @Nullable var renderer: String?
  /// The program that is missing for their pages or frames; null when none could help.
  @Nullable var missing: String?
  let explain: [Identification.Step]

  init(_ found: Identification, in registry: FileTypeRegistry) {
    type = found.type.description
    name = registry.name(of: found.type)
    preview = registry.previewKind(for: found.type).rawValue
    let program = registry.program(for: found.type)
    let made = program.flatMap { $0.isThere ? $0.name : nil }
    renderer = made ?? registry.pageSource(for: found.type).map { $0.renderer.library }
    missing = program.flatMap { $0.isThere ? nil : $0.name }
    explain = found.steps
  }

  var description: String {
    let parts = preview == PreviewKind.media.rawValue ? "frames" : "pages"
    let by =
      renderer.map { " by \($0)" } ?? missing.map { "; \($0) would make \(parts) of it: make extras" } ?? ""
    return
      (["\(type)  \(name)", "  shown: \(preview)\(by)"]
      + explain.map { "  \($0.source): \($0.said) (\($0.verdict))" }).joined(separator: "\n")
  }
}
