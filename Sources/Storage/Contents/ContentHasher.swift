package import DocumentModel
import LinuxSystem

/// SHA-256 and length of bytes that come in pieces.
package struct ContentHasher {
  private var hasher = SHA256()
  package private(set) var count: Int64 = 0

  package init() {}

  package mutating func update(_ bytes: [UInt8]) {
    hasher.update(bytes)
    count += Int64(bytes.count)
  }

  package func finish() throws(DocumentError) -> ContentHash {
    guard let hash = ContentHash(bytes: hasher.finalize()) else {
      throw DocumentError(.storageFailed, "the content could not be hashed")
    }
    return hash
  }
}
