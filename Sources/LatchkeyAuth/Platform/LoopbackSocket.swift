import Foundation

/// System calls for listening on loopback, which differ slightly between systems.
enum LoopbackSocket {
  #if canImport(Darwin)
    static let sendFlags: Int32 = 0
  #else
    static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif
  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamType = Int32(SOCK_STREAM)
  #endif

  /// Opens a listening socket at 127.0.0.1.
  ///
  /// - Returns: its descriptor, for the caller to close, and the port that the system chose.
  static func listen() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw failure(errno) }
    do {
      try prepare(descriptor)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
          bind(descriptor, address, length) == 0 && Foundation.listen(descriptor, 16) == 0
            && getsockname(descriptor, address, &length) == 0
        }
      }
      guard port else { throw failure(errno) }
      return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Accepts a connection; nil if none is waiting.
  static func accept(_ listener: Int32) throws -> Int32? {
    let descriptor = Foundation.accept(listener, nil, nil)
    guard descriptor >= 0 else {
      switch errno {
      case EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED: return nil
      case let code: throw failure(code)
      }
    }
    guard (try? prepare(descriptor)) != nil else {
      close(descriptor)
      return nil
    }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  /// Makes a pipe that wakes a polling thread.
  static func wake() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure(errno) }
    do {
      try prepare(ends[0])
      try prepare(ends[1])
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
    return (ends[0], ends[1])
  }

  /// Makes the descriptor non-blocking. Child processes, such as the browser, do not inherit it.
  private static func prepare(_ descriptor: Int32) throws {
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    else { throw failure(errno) }
  }

  private static func failure(_ code: Int32) -> AuthError {
    AuthError(
      .webInternalError, "Nothing can listen for the browser's return.",
      underlying: NSError(domain: NSPOSIXErrorDomain, code: Int(code)))
  }
}
