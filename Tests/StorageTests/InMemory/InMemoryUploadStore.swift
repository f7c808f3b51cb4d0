import DocumentModel
import Foundation
import Synchronization

/// Uploads in a dictionary, beside contents in memory.
final class InMemoryUploadStore: UploadStore {
  private struct Entry {
    var upload: ResumableUpload
    var bytes: [UInt8]? = []
  }

  private let entries = Mutex<[UploadID: Entry]>([:])
  private let contents: any ContentStore

  init(beside contents: any ContentStore) {
    self.contents = contents
  }

  func uploads() async throws(DocumentError) -> [KeptUpload] {
    entries.withLock { entries in
      for (id, entry) in entries {
        guard let unchecked = entry.upload.unchecked else { continue }
        entries[id]?.bytes = entry.bytes.map { Array($0.prefix(Int(unchecked))) }
      }
      return entries.values.map { entry in
        KeptUpload(
          entry.upload, offset: entry.bytes.map { Int64($0.count) } ?? entry.upload.length ?? 0,
          touched: entry.upload.created)
      }
    }
  }

  func keep(_ upload: ResumableUpload) async throws(DocumentError) {
    entries.withLock { $0[upload.id, default: Entry(upload: upload)].upload = upload }
  }

  func receive(_ id: UploadID, at offset: Int64) async throws(DocumentError) -> any UploadReceiver {
    try await cut(id, to: offset)
    return InMemoryReceiver { bytes in
      self.entries.withLock { entries in
        entries[id]?.bytes?.append(contentsOf: bytes)
        return Int64(entries[id]?.bytes?.count ?? 0)
      }
    }
  }

  func cut(_ id: UploadID, to offset: Int64) async throws(DocumentError) {
    try entries.withLock { entries throws(DocumentError) in
      guard let bytes = entries[id]?.bytes else { throw DocumentError(.notFound, "no upload") }
      guard bytes.count >= offset else { throw DocumentError(.damaged, "fewer bytes") }
      entries[id]?.bytes = Array(bytes.prefix(Int(offset)))
    }
  }

  func stage(_ id: UploadID) async throws(DocumentError) -> any StagedContent {
    guard let bytes = entries.withLock({ $0[id]?.bytes }) else { throw DocumentError(.notFound, "no upload") }
    let stage = try await contents.stage()
    try await stage.write(bytes)
    return try await stage.finish()
  }

  func removeBytes(of id: UploadID) async throws(DocumentError) {
    entries.withLock { $0[id]?.bytes = nil }
  }

  func remove(_ id: UploadID) async throws(DocumentError) {
    entries.withLock { $0[id] = nil }
  }
}

private final class InMemoryReceiver: UploadReceiver {
  private let append: @Sendable ([UInt8]) -> Int64

  init(_ append: @escaping @Sendable ([UInt8]) -> Int64) {
    self.append = append
  }

  func write(_ bytes: [UInt8]) async throws(DocumentError) { _ = append(bytes) }

  func settle() async throws(DocumentError) -> Int64 { append([]) }
}
