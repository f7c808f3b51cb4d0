import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization

/// Where the program's own read-only files lie: `Resources`, and the pages of the browser app.
///
/// The pages are the bundle that `make app` builds beside the program (`.build/app`), else the sources in `Public`.
struct AppFiles: Sendable {
  let resources: String
  let pages: String

  /// Looks in `given`, which holds both or is the app's directory; else in every directory above the program, and in
  /// `share/sheaf` beside it.
  init(given: String?) throws(StartError) {
    let ownPages = given.flatMap { Self.isThere("\($0)/index.html") ? $0 : nil }
    let above = Self.places(above: Self.programDirectory())
    let places = ownPages == nil ? given.map { [$0] } ?? above : above
    guard let found = places.first(where: Self.holdsFiles) else {
      throw StartError(
        "Sheaf's own files (Resources and Public) were not found; name their folder with --files.")
    }
    resources = "\(found)/Resources"
    let bundle = given == nil ? above.map { "\($0)/app" }.first { Self.isThere("\($0)/index.html") } : nil
    pages = ownPages ?? bundle ?? "\(found)/Public"
  }

  func read(_ name: String) throws(StartError) -> [UInt8] {
    do {
      let file = try Descriptor.open("\(resources)/\(name)")
      return try file.read(Int(try file.status().size))
    } catch {
      throw StartError("Resources/\(name) cannot be read: \(error)")
    }
  }

  private static func places(above directory: String) -> [String] {
    var places = ["\(directory)/../share/sheaf"]
    var parts = directory.split(separator: "/")
    while !parts.isEmpty {
      places.append("/" + parts.joined(separator: "/"))
      parts.removeLast()
    }
    return places
  }

  private static func holdsFiles(_ path: String) -> Bool {
    isThere("\(path)/Resources/file-types.json") && isThere("\(path)/Public/index.html")
  }

  private static func isThere(_ path: String) -> Bool { (try? Descriptor.open(path)) != nil }

  private static func programDirectory() -> String {
    let program = ProgramPath.current
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }
}

/// The types and handlers that Sheaf knows by itself: `Resources/file-types.json`.
enum BuiltInTypes {
  /// The latest file and what it says: a process that serves several sites reads it once.
  private static let latest = Mutex<(json: [UInt8], registry: FileTypeRegistry)?>(nil)

  static func load(_ files: AppFiles) throws -> FileTypeRegistry {
    let json = try files.read("file-types.json")
    if let known = latest.withLock({ $0 }), known.json == json { return known.registry }
    let registry = try FileTypeRegistry(decoding: Data(json))
    latest.withLock { $0 = (json, registry) }
    return registry
  }
}

/// The preferences that the app knows: `Resources/preferences.json`.
enum BuiltInSettings {
  static func load(_ files: AppFiles) throws(StartError) -> [PreferenceSetting] {
    let bytes = try files.read("preferences.json")
    guard case .array(let entries)? = try? JSONValue(reading: bytes) else {
      throw StartError("Resources/preferences.json is not a list of settings")
    }
    return try entries.enumerated().map { (number, entry) throws(StartError) in
      guard let setting = PreferenceSetting(entry) else {
        throw StartError("Resources/preferences.json: entry \(number + 1) is no setting")
      }
      return setting
    }
  }
}
