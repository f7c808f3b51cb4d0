import DocumentModel

/// The key of a cache entry: the content, the renderer with its version, and the item.
///
/// The key holds everything on which the bytes depend, so an entry never has to be invalidated. Results that needed
/// a password have no key.
struct PreviewKey: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    /// The media type and encoding of a content.
    case type
    case facts
    case pageFacts(page: Int)
    case metadata
    case pictures
    case properties
    case entries
    case text(page: Int)
    case page(RenderRequest)
    case boardFacts
    /// A board with its documents, by the name of their drawing.
    case board(ContentHash)
    /// A PDF of all pages, or something else that a converter made.
    case rendition(part: String)
  }

  let hash: ContentHash
  /// The content whose removal removes the entry; it differs from `hash` when these bytes were converted from it.
  let origin: ContentHash
  /// The library that opens the content: two documents of equal bytes may have types of different libraries.
  let kind: RendererKind
  let language: String?
  let version: String
  let item: Item

  /// The key of finished work; nil for results that are not cached.
  init?(_ work: WorkKey, drawnWith version: String) {
    guard let hash = work.hash, work.password == nil else { return nil }
    self.hash = hash
    origin = work.origin ?? hash
    kind = work.kind
    language = work.language
    self.version = version
    switch work.task {
    case .metadata: item = .metadata
    case .pictures: item = .pictures
    case .properties: item = .properties
    // A comparison has two contents, and either may be removed; a file inside is taken out once, as an export.
    case .compare, .attachment, .entry, .export, .annotations: return nil
    case .entries: item = .entries
    case .sniff: item = .type
    case .inspect: item = .facts
    case .page(let page): item = .pageFacts(page: page)
    case .text(let page): item = .text(page: page)
    // A straightened picture is read once, and never shown.
    case .render(let request) where request.isStraightened: return nil
    case .render(let request): item = .page(request)
    case .readBoard: item = .boardFacts
    case .drawBoard(let drawing): item = .board(drawing.name)
    case .print: item = .rendition(part: "print")
    }
  }

  /// The key of a converted document.
  init(_ rendition: RenditionKey) {
    (hash, origin) = (rendition.hash, rendition.hash)
    kind = .pdf
    language = rendition.fileExtension
    version = "\(rendition.kind.rawValue) \(rendition.version)"
    item = .rendition(part: rendition.part)
  }

  /// Increased when this program draws the same content differently or stores more with it; earlier entries are then
  /// never found, and evicted in time.
  private static let generation = 7

  /// The key as one word of `a-z0-9.,-_+`: "{hash}_{digest of the versions}_{item}".
  var stem: String {
    let made = origin == hash ? "" : "-\(hash)"
    let maker = "\(version) \(Self.generation) \(kind.rawValue)\(language.map { " \($0)" } ?? "")"
    return "\(origin)_\(Self.digest(maker))_\(item.name)\(made)"
  }

  /// FNV-1a in 64 bits: short and stable from run to run, and no attacker chooses the versions.
  private static func digest(_ text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(value, radix: 16)
  }
}

extension PreviewKey.Item {
  fileprivate var name: String {
    switch self {
    case .type: "type"
    case .facts: "facts"
    case .pageFacts(let page): "facts\(page)"
    case .metadata: "metadata"
    case .pictures: "pictures"
    case .properties: "properties"
    case .entries: "entries"
    case .boardFacts: "cards"
    case .board(let name): "board-\(name)"
    case .rendition(let part): "rendition-\(part)"
    case .text(let page): "text\(page)"
    case .page(let request):
      "p\(request.page)\(request.regionName)-\(request.size.name)\(request.viewName)-\(request.formatName)"
    }
  }
}

extension RenderRequest {
  fileprivate var formatName: String { format?.rawValue ?? "auto" }

  fileprivate var regionName: String {
    region.map { "-r\($0.x),\($0.y),\($0.width),\($0.height)" } ?? ""
  }

  /// The mirroring, rotation and quality; empty for an unchanged page, which most requests ask for.
  fileprivate var viewName: String {
    let mirror = isMirrored ? "-m" : ""
    let turn = turn == .none ? "" : "-t\(turn.rawValue)"
    return mirror + turn + (quality == .color ? "" : "-\(quality.rawValue)")
  }
}

extension RenderRequest.Size {
  fileprivate var name: String {
    switch self {
    case .scale(let scale): "s\(scale)"
    case .width(let width): "w\(width)"
    case .height(let height): "h\(height)"
    case .fit(let width, let height): "f\(width)x\(height)"
    case .exact(let width, let height): "e\(width)x\(height)"
    }
  }
}

/// A file in the cache.
///
/// Its name holds all that the index needs, so a directory listing rebuilds the index.
struct PreviewFile: Hashable, Sendable {
  let stem: String
  /// The length in bytes; a file of another length was truncated by a power failure.
  let bytes: Int
  let image: ImageFacts?
  /// The digest of the image's bytes (``ImageDigest``); nil for JSON and PDF.
  let digest: String?
  let isPDF: Bool

  /// "{stem}_{width}x{height}x{scale}_{bytes}-{digest}.{extension}"; pixels and digest are empty for JSON and PDF.
  var name: String {
    let pixels = image.map { "\($0.width)x\($0.height)x\($0.scale)" } ?? ""
    let state = "\(bytes)\(digest.map { "-\($0)" } ?? "")"
    return "\(stem)_\(pixels)_\(state).\(image?.format.rawValue ?? (isPDF ? "pdf" : "json"))"
  }

  /// The file's share of the cache's limit, in bytes: whole disk blocks plus a fixed overhead for its entry.
  ///
  /// So neither 100,000 tiny tiles nor a few large images exceed the limit.
  var cost: Int { (bytes + Self.block - 1) / Self.block * Self.block + Self.overhead }

  /// The block size of most file systems, in bytes.
  static let block = 4096
  /// The memory of an index entry and the disk space of a directory entry, in bytes.
  static let overhead = 1024

  var content: Substring { Substring(stem.utf8.prefix { $0 != UInt8(ascii: "_") }) }

  /// The path below the cache; 256 folders keep each one small.
  var path: String { "\(stem.prefix(2))/\(name)" }

  /// A bound for file names; workers' answers are far shorter (``WorkerResponse/maximumImageBytes``).
  private static let maximumBytes = 1 << 40

  /// The longest name a Linux file system keeps, in bytes.
  static let maximumName = 255

  init(stem: String, bytes: Int, image: ImageFacts?, digest: String? = nil, isPDF: Bool = false) {
    self.stem = stem
    self.bytes = bytes
    self.image = image
    self.digest = image == nil ? nil : digest
    self.isPDF = isPDF
  }

  /// Parses a file's name; nil for a name that this cache did not make.
  init?(name: String) {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 5, ContentHash(parts[0]) != nil, let dot = parts[4].firstIndex(of: ".") else {
      return nil
    }
    let state = parts[4][..<dot].split(separator: "-", omittingEmptySubsequences: false)
    guard state.count <= 2, let bytes = Int(state[0]), 1...Self.maximumBytes ~= bytes else { return nil }
    if state.count == 2, !ImageDigest.isDigest(state[1]) { return nil }
    stem = parts[0...2].joined(separator: "_")
    self.bytes = bytes
    let ending = String(parts[4][dot...].dropFirst())
    image = Self.image(parts[3], ending: ending)
    digest = image != nil && state.count == 2 ? String(state[1]) : nil
    isPDF = ending == "pdf"
    guard self.name == name else { return nil }
  }

  private static func image(_ pixels: Substring, ending: String) -> ImageFacts? {
    let numbers = pixels.split(separator: "x")
    guard numbers.count == 3, let width = Int(numbers[0]), let height = Int(numbers[1]),
      let scale = Double(numbers[2]), let format = ImageFormat(rawValue: ending)
    else { return nil }
    return ImageFacts(width: width, height: height, format: format, scale: scale)
  }
}
