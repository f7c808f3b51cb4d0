import DocumentModel
import Glibc

/// A page at a scale: the pixels from which a worker cuts tiles.
///
/// A worker draws them once and keeps them (`TilePlan` in `Rendering`), so tiles of one raster go to the worker that
/// has it.
struct Raster: Hashable, Sendable {
  private let hash: ContentHash
  private let kind: RendererKind
  private let page: Int
  /// The scale in eighths of an octave; smaller differences come from rounding tiles to whole pixels.
  private let scale: Int

  init?(_ key: WorkKey) {
    guard let hash = key.hash, case .render(let request) = key.task, let region = request.region,
      let scale = request.size.scale(of: region), scale.isNormal, scale > 0
    else { return nil }
    self.hash = hash
    kind = key.kind
    page = request.page
    self.scale = Int((log2(scale) * 8).rounded())
  }
}

extension RenderRequest.Size {
  /// Pixels per page unit when a region gets this size; nil for an empty region.
  fileprivate func scale(of region: PageRectangle) -> Double? {
    guard region.width > 0, region.height > 0 else { return nil }
    return switch self {
    case .scale(let scale): scale
    case .width(let width), .exact(let width, _): Double(width) / region.width
    case .height(let height): Double(height) / region.height
    case .fit(let width, let height): min(Double(width) / region.width, Double(height) / region.height)
    }
  }
}
