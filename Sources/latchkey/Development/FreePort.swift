import Foundation

/// Finds a port that is free now.
enum FreePort {
  /// - Throws: a failure if the system provides none.
  static func find() throws(CommandFailure) -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard status else { throw failure() }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func failure() -> CommandFailure {
    CommandFailure(
      .unavailable, "No free port was found: \(String(cString: strerror(errno))). Choose one with --port.")
  }
}
