import CMicroHTTPD
import Glibc
import HTTPTypes

/// A response object of the daemon, with reference counting.
// @unchecked: an MHD_Response is not changed after its headers are added here, and MHD guards its reference count
// with its own lock.
final class DaemonResponse: @unchecked Sendable {
  private let pointer: OpaquePointer

  private init?(_ pointer: OpaquePointer?, headers: HTTPFields) {
    guard let pointer else { return nil }
    self.pointer = pointer
    for field in headers { MHD_add_response_header(pointer, field.name.rawName, field.value) }
  }

  deinit { MHD_destroy_response(pointer) }

  convenience init?(_ bytes: [UInt8], headers: HTTPFields) {
    let pointer = bytes.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    self.init(pointer, headers: headers)
  }

  /// A slice of a file; the daemon closes its descriptor, so it gets a duplicate.
  convenience init?(_ slice: FileSlice, headers: HTTPFields) {
    guard !slice.range.isEmpty else {
      self.init([], headers: headers)
      return
    }
    let copy = fcntl(slice.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    let pointer = MHD_create_response_from_fd_at_offset64(
      UInt64(slice.range.count), copy, slice.range.lowerBound)
    if pointer == nil { close(copy) }
    self.init(pointer, headers: headers)
  }

  /// A stream, read in small blocks: events are short, and every idle client holds one block.
  ///
  /// A stream of known length is read in larger blocks. If it ends early, the daemon closes the connection, which
  /// tells the client.
  convenience init?(_ reader: StreamReader, headers: HTTPFields) {
    let retained = Unmanaged.passRetained(reader)
    let pointer = MHD_create_response_from_callback(
      reader.length ?? UInt64.max, reader.blockSize, readStream, retained.toOpaque(), freeStream)
    if pointer == nil { retained.release() }
    self.init(pointer, headers: headers)
  }

  /// Queues the response on a connection; only inside its callback.
  func queue(on handle: ConnectionHandle, status: Int) -> MHD_Result {
    shim_library_queue_response(handle.pointer, CUnsignedInt(status), pointer)
  }
}

final class StreamReader: Sendable {
  private let stream: ByteStream
  private let exchange: Exchange

  init(_ stream: ByteStream, for exchange: Exchange) {
    self.stream = stream
    self.exchange = exchange
  }

  /// Bytes of the whole body; nil when unknown.
  var length: UInt64? { stream.length }
  var blockSize: Int { length == nil ? 8 * 1024 : 64 * 1024 }

  /// The daemon's content reader: a count, 0 when parked, -1 at the end, -2 when aborted.
  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch stream.read(into: buffer, park: exchange.parkStream) {
    case .bytes(let count):
      exchange.didSend(count)
      return count
    case .parked: return 0
    case .end: return -1
    case .broken: return -2
    }
  }

  fileprivate func free() { stream.close() }
}

private func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
  guard let context, let buffer else { return -2 }
  let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
  return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func freeStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue().free()
}
