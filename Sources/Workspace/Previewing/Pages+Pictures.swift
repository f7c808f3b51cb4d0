import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The pictures beside a text.
extension Pages {
  /// A larger picture is not shown in a text, in bytes.
  private static var largestPicture: Int64 { 32 << 20 }

  /// A text with those pictures that it names and that lie in its folder or near it.
  func illustrated(_ source: RenderSource, in folder: FolderPath) async -> RenderSource {
    guard source.kind == .markdown, let named = try? await renderer.pictures(of: source), !named.isEmpty
    else { return source }
    var pictures: [RenderSource.Picture] = []
    var name = SHA256()
    name.update(Array("\(source.hash)\n".utf8))
    for address in named {
      guard let (picture, content) = await picture(at: address, from: folder) else { continue }
      pictures.append(RenderSource.Picture(address: address, content: content))
      name.update(Array("\(picture.sha256) \(address)\n".utf8))
    }
    // Without any it has a hash of its own, too: pictures may come, so that no image of it is for ever.
    guard let hash = ContentHash(bytes: name.finalize()) else { return source }
    return RenderSource(
      content: source.content, hash: hash, kind: source.kind, language: source.language,
      origin: source.hash, pictures: pictures)
  }

  private func picture(
    at address: String, from folder: FolderPath
  ) async -> (document: Document, content: any ReadableContent)? {
    guard let place = Self.location(of: address, from: folder),
      let known = try? await index.document(at: place), known.size <= Self.largestPicture,
      types.current.pageSource(for: known.type) == .renderer(.image)
    else { return nil }
    return try? await tree.current(known)
  }

  /// The place that a relative reference names (RFC 3986, 4.2); nil for one that leads out of `Documents`.
  static func location(of address: String, from folder: FolderPath) -> Location? {
    guard let path = URLComponents(string: address)?.path else { return nil }
    var folder = folder
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
    guard let last = parts.popLast(), let name = try? FileName(String(last)) else { return nil }
    for part in parts {
      if part == ".." {
        guard let parent = folder.parent else { return nil }
        folder = parent
      } else {
        guard let below = try? FileName(String(part)) else { return nil }
        folder = folder.appending(below)
      }
    }
    return Location(folder: folder, name: name)
  }
}
