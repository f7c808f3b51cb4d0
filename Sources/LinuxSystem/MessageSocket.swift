import CLinux
import Glibc

/// One end of a packet socket between two processes, which also passes descriptors (`SOCK_SEQPACKET`, `SCM_RIGHTS`;
/// `unix(7)`).
///
/// One thread may send while another receives.
public final class MessageSocket: Sendable {
  /// The socket's descriptor.
  public let descriptor: Descriptor

  /// The largest packet, in bytes.
  public static let maximumBytes = 128 * 1024

  /// The largest number of descriptors of one packet: the kernel's own limit (`SCM_MAX_FD`).
  public static let maximumDescriptors = 253

  /// Takes ownership of a connected socket.
  public init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Both ends of a new socket.
  public static func pair() throws(SystemError) -> (MessageSocket, MessageSocket) {
    var ends: [CInt] = [-1, -1]
    _ = try SystemError.check(clinux_packet_pair(&ends), "socketpair")
    return (MessageSocket(Descriptor(owning: ends[0])), MessageSocket(Descriptor(owning: ends[1])))
  }

  /// Sends one packet.
  ///
  /// Throws `EPIPE` when the other end is closed, `EMSGSIZE` for too large a packet, and, unless it `waits`,
  /// `EAGAIN` when the socket is full.
  public func send(_ bytes: [UInt8], descriptors: [CInt] = [], waits: Bool = true) throws(SystemError) {
    guard bytes.count <= Self.maximumBytes else { throw SystemError(errno: EMSGSIZE, call: "sendmsg") }
    let sent = clinux_send(
      descriptor.rawValue, bytes, bytes.count, descriptors, CInt(descriptors.count), waits ? 1 : 0)
    _ = try SystemError.check(sent, "sendmsg")
  }

  /// Waits for one packet; nil when the other end is closed.
  ///
  /// At most `maximum` of its descriptors are taken; the rest are closed.
  public func receive(
    descriptors maximum: Int = 4
  ) throws(SystemError) -> (bytes: [UInt8], descriptors: [Descriptor])? {
    var numbers = [CInt](repeating: -1, count: maximum)
    var count: CInt = 0
    var received = 0
    // Uninitialised, because clearing a buffer for the largest packet would take longer than the packet.
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.maximumBytes) { buffer, filled in
      received = clinux_receive(
        descriptor.rawValue, buffer.baseAddress, buffer.count, &numbers, CInt(maximum), &count)
      filled = max(0, received)
    }
    let descriptors = numbers.prefix(Int(count)).map(Descriptor.init(owning:))
    if received == -Int(ECONNRESET) { return nil }
    guard try SystemError.check(received, "recvmsg") > 0 else { return nil }
    return (bytes, descriptors)
  }

  /// Closes the socket for both directions, also for a thread that waits in ``receive(descriptors:)``.
  public func shutDown() {
    shutdown(descriptor.rawValue, CInt(SHUT_RDWR))
  }
}
