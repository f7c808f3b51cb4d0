import DocumentModel

/// One page in a manifest, painted with the image of that page.
struct Canvas: Encodable, Sendable {
  struct PaintingPage: Encodable, Sendable {
    let id: String
    let type = "AnnotationPage"
    let items: [Painting]
  }

  /// Marks on the page, which viewers ask for when they show it.
  struct Marks: Encodable, Sendable {
    let id: String
    let type = "AnnotationPage"
  }

  struct Painting: Encodable, Sendable {
    let id: String
    let type = "Annotation"
    let motivation = "painting"
    let body: ImageResource
    let target: String
  }

  let id: String
  let type = "Canvas"
  let label: LanguageMap
  let width: Int
  let height: Int
  let thumbnail: [ImageResource]
  let items: [PaintingPage]
  let annotations: [Marks]

  init?(
    _ page: PageFacts, of document: DocumentID, drawnBy renderer: RendererKind, at addresses: IIIFAddresses
  ) {
    guard let image = try? FullImage(of: page.size, drawnBy: renderer) else { return nil }
    let identifier = ImageIdentifier(document: document, page: page.number)
    let service = addresses.image(identifier)
    id = addresses.canvas(identifier)
    label = LanguageMap(page.label)
    (width, height) = (max(1, Int(page.size.width.rounded())), max(1, Int(page.size.height.rounded())))
    thumbnail = [ImageResource(image, in: ImagePyramid(of: image).thumbnail, at: service)]
    annotations = [Marks(id: addresses.annotations(identifier))]
    let body = ImageResource(image, in: image.limits.constrained(image.size), at: service)
    items = [
      PaintingPage(
        id: "\(id)/painting", items: [Painting(id: "\(id)/painting/image", body: body, target: id)])
    ]
  }
}
