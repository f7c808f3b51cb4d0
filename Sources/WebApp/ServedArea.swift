import DocumentModel
import Storage
import Synchronization

/// A read-only area of a server; it may open later than the server, because its disk may be slow to answer.
///
/// ```
///              the directory answers
///   opening ──────────────────────────► open
///      │  it cannot be read, or overlaps the workspace
///      └──────────────────────────────► refused: an error of the start while it waits, else of requests for the area
/// ```
/// Safe from any task.
final class ServedArea: Sendable {
  private enum State {
    case opening
    case open(ReadOnlyArea)
    case refused(StartError)
  }

  let name: FileName
  private let state: Mutex<State>

  init(opening name: FileName) {
    self.name = name
    state = Mutex(.opening)
  }

  init(_ area: ReadOnlyArea) {
    name = area.name
    state = Mutex(.open(area))
  }

  var isOpening: Bool {
    state.withLock { if case .opening = $0 { true } else { false } }
  }

  func end(_ result: Result<ReadOnlyArea, StartError>) {
    state.withLock { state in
      state =
        switch result {
        case .success(let area): .open(area)
        case .failure(let refusal): .refused(refusal)
        }
    }
  }

  /// The open area.
  ///
  /// Throws `.areaAway` until it is open.
  func opened() throws(DocumentError) -> ReadOnlyArea {
    switch state.withLock({ $0 }) {
    case .open(let area): return area
    case .opening:
      throw DocumentError(
        .areaAway, "the directory of the area \"\(name)\" does not answer yet; ask again in a while")
    case .refused(let refusal): throw DocumentError(.areaAway, refusal.description, cause: refusal)
    }
  }
}
