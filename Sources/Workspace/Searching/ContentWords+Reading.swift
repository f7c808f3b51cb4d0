import DocumentModel

extension ContentWords {
  /// The fields and tags that name people, and those that tell of the content.
  private static let people = [
    "author", "from", "lastAuthor", "artist", "album_artist", "composer", "performer",
  ]
  private static let content = [
    "subject", "keywords", "comment", "description", "to", "cc", "publisher", "album", "genre", "show",
  ]
  /// So many attachments are named.
  private static let mostAttachments = 100

  /// The words of a document with pages.
  init(_ metadata: ContentMetadata) {
    let files = metadata.attachments.prefix(Self.mostAttachments).map(\.name)
    let camera = ["Make", "Model", "LensModel"].compactMap { metadata.camera?.values[$0] }
    self.init(metadata.fields, beside: files + camera)
  }

  /// The words of a sound or film.
  init(_ facts: MediaFacts) {
    self.init(facts.tags, beside: facts.chapters.map(\.title))
  }

  private init(_ fields: [String: String], beside others: [String]) {
    func words(_ names: [String]) -> String { names.compactMap { fields[$0] }.joined(separator: " ") }
    self.init(
      title: fields["title"] ?? "", author: words(Self.people),
      about: ([words(Self.content)] + others).joined(separator: " "))
  }
}
