import Foundation

/// Sends requests to a port on loopback over plain sockets, because a client with a connection pool would measure
/// itself.
enum LoopbackProbe {
  /// A port on which no program listens at the moment.
  static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw CommandFailure(description: "no socket") }
    defer { close(descriptor) }
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let outcome = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard outcome else { throw CommandFailure(description: "no free port") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The status of one GET, or of one POST of JSON; nil if the server does not answer.
  static func status(port: UInt16, path: String, posting json: String? = nil) -> Int? {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = loopback(port: port)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    let body = json.map {
      "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)"
    }
    let request = Array(
      "\(json == nil ? "GET" : "POST") \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(body ?? "\r\n")"
        .utf8)
    guard send(descriptor, request, request.count, noSignal) == request.count else { return nil }
    // The answer begins with a line such as HTTP/1.1 200 OK.
    var answer = [UInt8](repeating: 0, count: 64)
    let count = recv(descriptor, &answer, answer.count, 0)
    guard count >= 12 else { return nil }
    return Int(String(decoding: answer[9..<12], as: UTF8.self))
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let streamType = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #endif
}
