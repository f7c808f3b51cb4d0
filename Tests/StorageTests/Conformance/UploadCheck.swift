import DocumentModel
import Foundation
import Testing

typealias UploadCheck = PortCheck<(uploads: any UploadStore, files: any CheckedFiles)>

extension ResumableUpload {
  static func sample(_ length: Int64? = 11) throws -> ResumableUpload {
    ResumableUpload(
      length: length,
      to: Destination(
        name: try FileName("ü.txt"), folder: try FolderPath(parsing: "Papers"), conflict: .fail),
      metadata: "filename w7wudHh0", author: "Anna", created: .at(1))
  }
}

extension UploadStore {
  /// Writes `text` from `offset` on, and tells the offset after it.
  @discardableResult
  func put(_ text: String, into upload: ResumableUpload, at offset: Int64 = 0) async throws -> Int64 {
    let receiver = try await receive(upload.id, at: offset)
    for byte in text.utf8 { try await receiver.write([byte]) }
    return try await receiver.settle()
  }
}

extension UploadCheck {
  /// The promises of ``UploadStore``.
  static var all: [UploadCheck] {
    [
      UploadCheck("an upload comes back as it was kept, with as many bytes as came") { store in
        #expect(try await store.uploads.uploads().isEmpty)
        var upload = try ResumableUpload.sample(nil)
        try await store.uploads.keep(upload)
        #expect(try await store.uploads.put("hello ", into: upload) == 6)
        #expect(try await store.uploads.put("world", into: upload, at: 6) == 11)
        upload.length = 11
        try await store.uploads.keep(upload)
        let kept = try #require(try await store.uploads.uploads().first)
        #expect(kept.upload == upload && kept.offset == 11 && kept.touched >= upload.created)
      },
      UploadCheck("bytes beyond the offset from which it goes on are removed") { store in
        let upload = try ResumableUpload.sample()
        try await store.uploads.keep(upload)
        try await store.uploads.put("hello, you", into: upload)
        #expect(try await store.uploads.put(" world", into: upload, at: 5) == 11)
        try await store.uploads.cut(upload.id, to: 11)
        #expect(try await store.uploads.stage(upload.id).text() == "hello world")
        await expectRefusal(.damaged) { _ = try await store.uploads.receive(upload.id, at: 12) }
      },
      UploadCheck("a start removes bytes that were not checked") { store in
        var upload = try ResumableUpload.sample()
        try await store.uploads.keep(upload)
        try await store.uploads.put("hello", into: upload)
        upload.unchecked = 5
        try await store.uploads.keep(upload)
        try await store.uploads.put(" wurld", into: upload, at: 5)
        #expect(try await store.uploads.uploads().map(\.offset) == [5])
        #expect(try await store.uploads.put(" world", into: upload, at: 5) == 11)
      },
      UploadCheck("it is staged as often as one likes, placed by the store beside it, and stays") { store in
        let upload = try ResumableUpload.sample()
        try await store.uploads.keep(upload)
        try await store.uploads.put("hello world", into: upload)
        _ = try await store.uploads.stage(upload.id)
        let staged = try await store.uploads.stage(upload.id)
        #expect(staged.sha256 == .of("hello world") && staged.size == 11)
        _ = try await store.files.place(staged, at: .at("a.txt"), replacing: nil)
        #expect(try await store.files.text(at: "a.txt") == "hello world")
        #expect(try await store.uploads.stage(upload.id).text() == "hello world")
      },
      UploadCheck("its bytes go when it is a document, and the outcome is kept") { store in
        var upload = try ResumableUpload.sample()
        try await store.uploads.keep(upload)
        try await store.uploads.put("hello world", into: upload)
        _ = try await store.files.place(
          try await store.uploads.stage(upload.id), at: .at("a.txt"), replacing: nil)
        upload.outcome = ResumableUpload.Outcome(document: upload.document, date: .at(2))
        try await store.uploads.keep(upload)
        try await store.uploads.removeBytes(of: upload.id)
        try await store.uploads.removeBytes(of: upload.id)
        let kept = try #require(try await store.uploads.uploads().first)
        #expect(kept.upload == upload && kept.offset == 11)
        #expect(try await store.files.text(at: "a.txt") == "hello world")
        await expectRefusal(.notFound) { _ = try await store.uploads.stage(upload.id) }
      },
      UploadCheck("what is removed is gone, and the rest stay") { store in
        let (upload, other) = (try ResumableUpload.sample(), try ResumableUpload.sample())
        for one in [upload, other] { try await store.uploads.keep(one) }
        try await store.uploads.remove(upload.id)
        try await store.uploads.remove(upload.id)
        #expect(try await store.uploads.uploads().map(\.upload) == [other])
        await expectRefusal(.notFound) { _ = try await store.uploads.receive(upload.id, at: 0) }
        await expectRefusal(.notFound) { try await store.uploads.cut(upload.id, to: 0) }
        await expectRefusal(.notFound) { _ = try await store.uploads.stage(upload.id) }
      },
    ]
  }
}
