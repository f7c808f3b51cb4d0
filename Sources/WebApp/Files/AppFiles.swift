import LinuxSystem

/// Where the program's own read-only files lie: `Resources` and `Public`.
struct AppFiles: Sendable {
  /// The directory that holds both.
  let path: String

  var resources: String { "\(path)/Resources" }
  var pages: String { "\(path)/Public" }

  /// Looks in `given`; without it, in every directory above the program and in `share/sheaf` beside it.
  init(given: String?) throws(StartError) {
    let places = given.map { [$0] } ?? Self.places(above: Self.programDirectory())
    guard let found = places.first(where: Self.holdsFiles) else {
      throw StartError(
        "Sheaf's own files (Resources and Public) were not found; name their folder with --files.")
    }
    path = found
  }

  /// The bytes of one of the files.
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
    (try? Descriptor.open("\(path)/Resources/file-types.json")) != nil
      && (try? Descriptor.open("\(path)/Public/index.html")) != nil
  }

  private static func programDirectory() -> String {
    let program = ProgramPath.current
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }
}
