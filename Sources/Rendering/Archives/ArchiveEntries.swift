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
    var isWhole = true
    do throws(DocumentError) {
      while let next = try archive.next() {
        guard entries.count < ArchiveListing.maximumEntries else {
          isWhole = false
          break
        }
        entries.append(next)
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
  /// Throws `.notFound` where there is no such file, `.passwordRequired` for an encrypted one, `.documentTooLarge` for
  /// more than a worker answers.
  static func bytes(of number: Int, in content: Descriptor, within budget: Duration = budget)
    throws(DocumentError) -> [UInt8]
  {
    let archive = try ArchiveReader(content, budget: budget)
    var next = 0
    while number < ArchiveListing.maximumEntries, let (entry, _) = try archive.next() {
      if next == number {
        guard entry.kind == .file else { break }
        guard !entry.isEncrypted else {
          throw DocumentError(.passwordRequired, "the file in the archive is locked with a password")
        }
        return try archive.data(upTo: WorkerReply.maximumBytes)
      }
      next += 1
    }
    throw DocumentError(.notFound, "the archive has no file \(number)")
  }
}

extension ArchiveListing.Entry {
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
