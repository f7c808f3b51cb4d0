import DocumentModel
import Glibc
import LinuxSystem
import Storage

/// Stores of current contents and of versions that belong together, as far as checks use them.
protocol CheckedFiles: ContentStore, DocumentFiles {
  /// Every file of a document, by its path.
  func found() async throws -> [PlacedContent]
}

extension FileContentStore: CheckedFiles {
  func found() async throws -> [PlacedContent] {
    var found: [PlacedContent] = []
    for try await case .file(let content) in walk() { found.append(content) }
    return found.sorted { $0.location.relativePath < $1.location.relativePath }
  }
}

extension ContentStore {
  /// Stages `bytes` in pieces of `piece` bytes.
  func staged(_ bytes: [UInt8], piece: Int = 64 << 10) async throws -> any StagedContent {
    let stage = try await stage()
    var rest = bytes[...]
    while !rest.isEmpty {
      try await stage.write(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    return try await stage.finish()
  }
}

extension CheckedFiles {
  /// Stores `text` at `path`, in place of the text `old` if that is given.
  @discardableResult
  func put(_ text: String, at path: String, replacing old: String? = nil) async throws -> PlacedContent {
    try await place(staged(Array(text.utf8)), at: .at(path), replacing: old.map { .of($0) })
  }

  func text(at path: String) async throws -> String {
    try await open(.at(path)).text()
  }
}

extension ReadableContent {
  func bytes() throws -> [UInt8] {
    // The content owns its descriptor, so a duplicate is read.
    let content = self
    return try withExtendedLifetime(content) {
      let borrowed = Descriptor(owning: dup(content.descriptor))
      return try borrowed.read(Int(content.size))
    }
  }

  func text() throws -> String {
    String(decoding: try bytes(), as: UTF8.self)
  }
}
