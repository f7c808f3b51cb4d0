import DocumentModel
import LinuxSystem

/// The entries of an archive: their list, and the bytes of one.
enum ArchiveEntries {
  /// The processor time for a list and for the bytes of an entry; the pool ends a worker that takes longer.
  static let budget = Duration.seconds(6)

  /// Lists the entries of an archive.
  ///
  /// Throws `.damaged` for everything else than an archive; one that is damaged later is listed as far as it goes.
  static func list(_ content: Descriptor, within budget: Duration = budget) throws(DocumentError)
    -> ArchiveListing
  {
    let archive = try ArchiveReader(content, budget: budget)
    var entries: [(entry: ArchiveListing.Entry, path: [UInt8])] = []
    var files: [[UInt8]: ArchiveListing.Entry] = [:]
    var isWhole = true
    do throws(DocumentError) {
      while let next = try archive.next() {
        guard entries.count < ArchiveListing.maximumEntries else {
          isWhole = false
          break
        }
        // A hard link is one more name of a file before it (POSIX pax, linkname).
        let entry = next.linked.map { next.entry.sharing(files[$0]) } ?? next.entry
        if entry.kind == .file { files[next.path] = entry }
        entries.append((entry, next.path))
      }
    } catch {
      guard !entries.isEmpty else { throw error }
      isWhole = false
    }
    let names = ArchiveNames(entries.map(\.path))
    return ArchiveListing(
      format: archive.format,
      entries: entries.map { $0.entry.named(names.text($0.path)) }, isWhole: isWhole)
  }

  /// The bytes of a file in an archive, by its place in the list.
  ///
  /// Of a hard link those of its file. Throws `.notFound` where there is no such file, `.passwordRequired` for an
  /// encrypted one, `.documentTooLarge` for more than a worker answers.
  static func bytes(of number: Int, in content: Descriptor, within budget: Duration = budget)
    throws(DocumentError) -> [UInt8]
  {
    let archive = try ArchiveReader(content, budget: budget)
    guard (0..<ArchiveListing.maximumEntries).contains(number) else { throw noEntry(number) }
    var places: [[UInt8]: Int] = [:]
    for place in 0..<number {
      guard let next = try archive.next() else { throw noEntry(number) }
      // The place of the bytes: a link may lead to another link.
      places[next.path] = next.linked.map { places[$0] } ?? place
    }
    guard let found = try archive.next() else { throw noEntry(number) }
    if let linked = found.linked, let place = places[linked] {
      return try bytes(of: place, in: content, within: budget)
    }
    guard found.entry.kind == .file else {
      throw DocumentError(.notFound, "entry \(number) of the archive is no file: it has no bytes")
    }
    guard !found.entry.isEncrypted else {
      throw DocumentError(.passwordRequired, "the file in the archive is locked with a password")
    }
    return try archive.data(upTo: WorkerReply.maximumBytes)
  }

  private static func noEntry(_ number: Int) -> DocumentError {
    DocumentError(.notFound, "the archive has no entry \(number)")
  }
}

extension ArchiveListing.Entry {
  /// A hard link as the file that it names.
  fileprivate func sharing(_ file: Self?) -> Self {
    guard let file else { return self }
    return Self(
      path: path, kind: .file, size: file.size, modified: modified ?? file.modified,
      isEncrypted: file.isEncrypted)
  }

  fileprivate func named(_ path: String) -> Self {
    Self(path: path, kind: kind, size: size, modified: modified, isEncrypted: isEncrypted)
  }
}

/// The encoding of the paths in an archive, which old formats do not tell.
private struct ArchiveNames {
  private let encoding: String

  init(_ paths: [[UInt8]]) {
    let strange = paths.filter { String(validating: $0, as: UTF8.self) == nil }
    let sample = Array(strange.prefix(500).joined(separator: [10]))
    // A ZIP says UTF-8, or means the letters of DOS (APPNOTE.TXT, D.1); some programs write the system's encoding.
    let found = sample.isEmpty ? nil : TextEncoding(of: sample, isCut: false, isText: true)
    encoding = found.flatMap { $0.confidence >= 0.5 ? $0.name : nil } ?? "ibm437"
  }

  func text(_ path: [UInt8]) -> String {
    if let text = String(validating: path, as: UTF8.self) { return text }
    return String(decoding: DecodedText.decoded(path, encoding) ?? path, as: UTF8.self)
  }
}
