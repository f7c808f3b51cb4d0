import HTTPTypes
import Synchronization

/// Where header values can be read for a while: the connection, during a callback.
protocol FieldSource: Sendable {
  /// The value of a header, or nil; several of one name joined as `HTTPFields` does.
  func value(of name: HTTPField.Name) -> String?
  /// Every header.
  func fields() -> HTTPFields
}

/// A request's headers: read from the connection while that is allowed, copied out when somebody keeps them.
///
/// A fast answer looks at two or three headers, so copying all of them for every request would be waste.
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

  /// The connection's memory is about to be used for something else: what was not copied is gone.
  func release() {
    state.withLock { state in
      if case .borrowed = state { state = .released }
    }
  }

  /// All headers; copies them out the first time.
  ///
  /// After the callback the source must not be touched, so the server calls this before it keeps a request.
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
