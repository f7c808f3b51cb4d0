import DocumentModel
import FoundationEssentials

/// A violation of the worker protocol.
///
/// The error never leaves the module: the pool kills the worker and its callers get a `DocumentError`.
struct WorkerFault: Error, Hashable, Sendable {
  /// For the log, with the worker as subject: "it sent an unsealed memory file".
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension WorkerHello {
  /// Reads the first packet.
  ///
  /// Throws ``WorkerFault`` unless it is a hello of a known protocol version.
  init(checking bytes: [UInt8]) throws(WorkerFault) {
    guard let hello = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw WorkerFault("its first message was no hello")
    }
    guard hello.protocolVersion == Self.currentProtocol else {
      throw WorkerFault("it speaks protocol \(hello.protocolVersion), not \(Self.currentProtocol)")
    }
    self = hello
  }

  /// The protocol and the libraries on which an image depends, such as "poppler 22.12.0, vips 8.14.1".
  var version: String { (["answers \(protocolVersion)"] + renderers.sorted()).joined(separator: ", ") }
}
