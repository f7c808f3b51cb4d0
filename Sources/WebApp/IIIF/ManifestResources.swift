/// Texts by language; `none` for an unknown language.
struct LanguageMap: Encodable, Hashable, Sendable {
  let text: String
  let language: String

  init(_ text: String, in language: String = "none") {
    self.text = text
    self.language = language
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([language: [text]])
  }
}

struct LabelledValue: Encodable, Sendable {
  let label: LanguageMap
  let value: LanguageMap
}

struct LinkedResource: Encodable, Sendable {
  let id: String
  let type: String
  let label: LanguageMap
  let format: String
}

struct ImageResource: Encodable, Sendable {
  struct Service: Encodable, Sendable {
    let id: String
    let type = "ImageService3"
    let profile = "level2"
  }

  let id: String
  let type = "Image"
  let format = "image/jpeg"
  let width: Int
  let height: Int
  let service: [Service]

  /// The whole image in the given size, within the limits.
  init(_ image: FullImage, in size: PixelSize, at service: String) {
    let largest = image.limits.constrained(image.size)
    id = "\(service)/full/\(size == largest ? "max" : "\(size.width),\(size.height)")/0/default.jpg"
    (width, height) = (size.width, size.height)
    self.service = [Service(id: service)]
  }
}
