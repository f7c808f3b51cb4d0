import HTTPTypes
import Synchronization

/// A temporary source of header values: the connection, during a callback.
protocol FieldSource: Sendable {
  /// The value of a header, or nil; repeated headers are joined as `HTTPFields` does.
  func value(of name: HTTPField.Name) -> String?
  func fields() -> HTTPFields
}

/// A request's headers, read from the connection during the callback, and copied on require.
///
/// A fast response reads two or three headers, so a copy of all of them for every request would be waste.
final class RequestFields: Sendable {
  private enum State {
    case borrowed(any FieldSource)
    case copied(HTTPFields)
    case released
  }

  private let state: Mutex<State>

  init(_ fields: HTTPFields) { state = Mutex(.copied(fields)) }
  init(borrowing source: any FieldSource) { state = Mutex(.borrowed(source)) }

  subscript(name: HTTPField.Name) -> String? {
    state.withLock { state in
      switch state {
      case .borrowed(let source): source.value(of: name)
      case .copied(let fields): fields[name]
      case .released: nil
      }
    }
  }

  /// Called before the connection's memory is reused; headers that were not copied are gone.
  func release() {
    state.withLock { state in
      if case .borrowed = state { state = .released }
    }
  }

  /// All headers, copied at the first call.
  ///
  /// The source must not be used after the callback, so the server calls this before it keeps a request.
  var all: HTTPFields {
    state.withLock { state in
      switch state {
      case .copied(let fields): return fields
      case .released: return [:]
      case .borrowed(let source):
        let fields = source.fields()
        state = .copied(fields)
        return fields
      }
    }
  }
}
