import CRaw
import DocumentModel
import Glibc

/// The preview in a raw image of a camera, found by LibRaw.
///
/// A raw image has no colours until it is developed, which takes seconds. Cameras put a developed picture beside it.
enum CameraRaw {
  /// The preview, whose EXIF says how the camera was held; `contents` themselves when they are no raw image.
  ///
  /// Throws `.notShowable` for a raw image without a preview, `.damaged` and `.renderMemory`.
  static func preview(of contents: ContentBytes) throws(DocumentError) -> ContentBytes {
    var (jpeg, count): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    let found = craw_find_preview(contents.bytes.baseAddress, contents.bytes.count, &jpeg, &count)
    defer { free(jpeg) }
    switch found {
    case craw_no_raw: return contents
    case craw_preview: return try ContentBytes(copying: UnsafeRawBufferPointer(start: jpeg, count: count))
    case craw_no_preview: throw DocumentError(.notShowable, "the raw image has no preview in it")
    case craw_no_memory: throw DocumentError(.renderMemory, "there is not enough memory for the raw image")
    default: throw DocumentError(.damaged, "the raw image is damaged")
    }
  }
}
