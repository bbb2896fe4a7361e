import Foundation

@testable import LatchkeyAuth

/// A client that says on a socket whatever a test wants said.
final class RawClient {
  struct Failure: Error { let code: Int32 }

  private let descriptor: Int32

  init(port: Int) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // A test that waits in vain is to fail, not to hang.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw Failure(code: errno) }
  }

  deinit { close(descriptor) }

  /// Stops early when the other side has closed.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, LoopbackSocket.sendFlags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Everything until the other side closes; nil when it did not in time.
  func readToEnd() -> String? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { return nil }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// What is answered to one request; nil when the connection stayed open.
  static func ask(_ port: Int, _ text: String) throws -> String? {
    let client = try RawClient(port: port)
    client.write(text)
    return client.readToEnd()
  }

  /// A request as browsers make it.
  static func get(_ url: URL, query: String) throws -> String? {
    let port = url.port ?? 0
    return try ask(
      port, "GET \(url.path())?\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: */*\r\n\r\n")
  }
}
