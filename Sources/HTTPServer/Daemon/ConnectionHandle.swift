import CMicroHTTPD
import Glibc
import HTTPTypes

// @unchecked: any thread may resume a connection; all other calls are made in the daemon's callbacks, on the thread
// that owns the connection.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  func suspend() { MHD_suspend_connection(pointer) }
  func resume() { MHD_resume_connection(pointer) }

  var socket: CInt { shim_socket(pointer) }
  var headerSize: Int { shim_header_size(pointer) }

  /// The acknowledged bytes and those still in the send buffer; the socket must be open.
  var sentBytes: (acknowledged: Int, waiting: Int)? {
    var acknowledged: UInt64 = 0
    var waiting: CInt = 0
    guard shim_sent_bytes(socket, &acknowledged, &waiting) else { return nil }
    return (Int(clamping: acknowledged), Int(waiting))
  }

  var context: UnsafeMutableRawPointer? { shim_socket_context(pointer) }

  var remoteAddress: RemoteAddress { shim_client_address(pointer).map { RemoteAddress($0) } ?? .inProcess }

  func forEachField(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = FieldVisitor(visit: body)
      withUnsafeMutablePointer(to: &visitor) { visitor in
        _ = MHD_get_connection_values_n(pointer, .HEADER_KIND, visitField, visitor)
      }
    }
  }
}

private struct FieldVisitor {
  let visit: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
}

private func visitField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int,
  value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
  context?.assumingMemoryBound(to: FieldVisitor.self).pointee.visit(
    UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize),
    UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
  return .YES
}

/// The headers of a request in the connection's memory; valid during a callback for the request only.
struct ConnectionFields: FieldSource {
  let handle: ConnectionHandle

  func value(of name: HTTPField.Name) -> String? {
    var name = name.canonicalName
    var found: String?
    name.withUTF8 { wanted in
      handle.forEachField { name, value in
        guard name.count == wanted.count, Self.isSame(name, UnsafeRawBufferPointer(wanted)) else { return }
        let text = String(decoding: value, as: UTF8.self)
        found = found.map { "\($0), \(text)" } ?? text
      }
    }
    return found
  }

  func fields() -> HTTPFields {
    var fields = HTTPFields()
    handle.forEachField { name, value in
      guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)) else { return }
      fields.append(HTTPField(name: name, value: String(decoding: value, as: UTF8.self)))
    }
    return fields
  }

  static func isSame(_ name: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard let left = name.baseAddress, let right = other.baseAddress else { return name.isEmpty }
    let length = name.count
    return strncasecmp(
      left.assumingMemoryBound(to: CChar.self), right.assumingMemoryBound(to: CChar.self), length) == 0
  }
}
