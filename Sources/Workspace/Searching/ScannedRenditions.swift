public import DocumentModel

/// Documents as PDFs in which the words of scans can be selected and found: over the pictures lie those that were read in them.
///
/// Pages that wait to be read are read first, whatever the hours, by a job that all callers share. A caller waits for it for some
/// time, and asks again after that.
public actor ScannedRenditions {
  /// How long a caller waits for pages that are being read.
  private static let patience = Duration.seconds(40)

  private let workspace: DocumentWorkspace
  private let index: any TextIndex
  private let reading: ScanReading?
  private let patience: Duration
  private var jobs: [ContentHash: Int] = [:]
  private var refusals: [Int: DocumentError] = [:]

  /// For the documents of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: whose documents.
  ///   - index: has the words that were read.
  ///   - reading: reads those of pages that wait; nil where nothing can.
  public init(_ workspace: DocumentWorkspace, words index: any TextIndex, reading: ScanReading?) {
    self.init(workspace, words: index, reading: reading, patience: Self.patience)
  }

  init(
    _ workspace: DocumentWorkspace, words index: any TextIndex, reading: ScanReading?, patience: Duration
  ) {
    (self.workspace, self.index, self.reading, self.patience) = (workspace, index, reading, patience)
  }

  /// The document as a PDF with the words of its scans; as it is where it has none.
  ///
  /// Throws as ``Pages/rendition(of:)``, what hinders the words from being read, such as `.passwordRequired` and
  /// `.converterMissing`, and `.busy` while they are being read.
  public func rendition(of document: Document) async throws(DocumentError) -> DocumentRendition {
    let rendition = try await workspace.pages.rendition(of: document)
    var scans = try await scans(in: rendition, of: document)
    if !scans.waiting.isEmpty {
      try await read(scans.waiting, of: document, rendition.source)
      scans = try await self.scans(in: rendition, of: document)
    }
    let texts = scans.pages.sorted { $0.key < $1.key }.map { number, page in
      PDFExport.Text(number: number, size: page.size, words: page.text.words)
    }
    guard !texts.isEmpty else { return rendition }
    return try await workspace.pages.part(
      PDFExport(marks: .none, pages: nil, sheets: [], annotations: [], texts: texts), of: rendition,
      content: rendition.source, isKept: true)
  }

  private func scans(
    in rendition: DocumentRendition, of document: Document
  ) async throws(DocumentError) -> ContentScans {
    let scans = try await index.scans(of: rendition.source)
    switch scans.progress {
    case .read: return scans
    case .refused(let code): throw DocumentError(code, "the words of the document could not be read")
    case .waiting, nil:
      throw DocumentError(.busy, "the words of the document are being looked for; ask again soon")
    }
  }

  private func read(
    _ pages: [Int], of document: Document, _ hash: ContentHash
  ) async throws(DocumentError) {
    guard let reading, reading.canRead else { throw ConverterKind.recognition.missing }
    let job = if let known = jobs[hash] { known } else { try begin(pages, of: document, hash, by: reading) }
    let ended = try? await workspace.jobs.ended(job, within: patience)
    guard let ended, ended.state.isOver else {
      throw DocumentError(.busy, "the scans of the document are being read; ask again soon")
    }
    let refusal = refusals.removeValue(forKey: job)
    if ended.state != .finished {
      throw refusal ?? DocumentError(.busy, "the reading of the document's scans was cancelled")
    }
  }

  private func begin(
    _ pages: [Int], of document: Document, _ hash: ContentHash, by reading: ScanReading
  ) throws(DocumentError) -> Int {
    let title = "Reading the words of \(document.location.name)"
    // A job with nothing to say would be off the list before its end is heard of.
    let said = "The words of the scans were read"
    let job = try workspace.jobs.start(.conversion, title, summary: { _ in said }) { [self] progress in
      let result = await Self.result {
        () async throws(DocumentError) in try await reading.read(pages, of: document.id, hash, progress)
      }
      await end(hash, result)
      try result.get()
    }
    jobs[hash] = job.id
    return job.id
  }

  private static func result(
    _ body: () async throws(DocumentError) -> Void
  ) async -> Result<Void, DocumentError> {
    do throws(DocumentError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  private func end(_ hash: ContentHash, _ result: Result<Void, DocumentError>) {
    guard let job = jobs.removeValue(forKey: hash) else { return }
    // Refusals that no caller waits for any more are few.
    if refusals.count > 100 { refusals = [:] }
    if case .failure(let error) = result { refusals[job] = error }
  }
}
