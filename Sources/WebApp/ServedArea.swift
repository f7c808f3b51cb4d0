import DocumentModel
import Storage
import Synchronization

/// A read-only area of a server, which may come later than the server: the disk of its directory may not answer for long.
///
/// ```
///              the directory answers
///   opening ──────────────────────────► open
///      │  it cannot be read, or overlaps the workspace
///      └──────────────────────────────► refused: the start when it still waits, else whoever asks for the area
/// ```
/// Safe from any task.
final class ServedArea: Sendable {
  private enum State {
    case opening
    case open(ReadOnlyArea)
    case refused(StartError)
  }

  /// What it is called.
  let name: FileName
  private let state: Mutex<State>

  /// An area that is still to be opened.
  init(opening name: FileName) {
    self.name = name
    state = Mutex(.opening)
  }

  /// An area that is open.
  init(_ area: ReadOnlyArea) {
    name = area.name
    state = Mutex(.open(area))
  }

  /// Whether nobody has said yet what became of it.
  var isOpening: Bool {
    state.withLock { if case .opening = $0 { true } else { false } }
  }

  /// Tells what became of it.
  func end(_ result: Result<ReadOnlyArea, StartError>) {
    state.withLock { state in
      state =
        switch result {
        case .success(let area): .open(area)
        case .failure(let refusal): .refused(refusal)
        }
    }
  }

  /// The area itself.
  ///
  /// Throws `.areaAway` as long as it is not there.
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
