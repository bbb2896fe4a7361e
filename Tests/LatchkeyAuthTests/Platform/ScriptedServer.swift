import Foundation
import Synchronization

@testable import LatchkeyAuth

/// An HTTP server that answers with whatever bytes a test wants, each connection on a thread of its own.
final class ScriptedServer: @unchecked Sendable {
  /// A connection whose first request has arrived.
  struct Peer: Sendable {
    fileprivate let descriptor: Int32
    /// The whole request, head and body.
    let request: String

    var line: String { String(request.prefix { $0 != "\r\n" }) }

    /// False when the client has gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, LoopbackSocket.sendFlags)
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func answer(_ status: String, _ headers: [String] = [], body: String = "") {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
      send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    func waitUntilClosed() {
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) > 0 {}
    }
  }

  let port: Int
  private let descriptor: Int32
  private let seen = Mutex<[String]>([])
  private let script: @Sendable (Peer) -> Void

  /// The requests that have come, in the order of their arrival.
  var requests: [String] { seen.withLock { $0 } }

  init(_ script: @escaping @Sendable (Peer) -> Void) throws {
    (descriptor, port) = try LoopbackSocket.listen()
    self.script = script
    // The listener is made not to wait, which here it should.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    Thread { [self] in serve() }.start()
  }

  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func url(_ path: String = "/") throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  private func serve() {
    while true {
      let peer = accept(descriptor, nil, nil)
      guard peer >= 0 else { break }
      Thread { [self] in
        if let request = Self.read(peer) {
          seen.withLock { $0.append(request) }
          script(Peer(descriptor: peer, request: request))
        }
        shutdown(peer, Int32(SHUT_WR))
        close(peer)
      }.start()
    }
    close(descriptor)
  }

  private static func read(_ peer: Int32) -> String? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let length = text[..<end.lowerBound].components(separatedBy: "\r\n")
          .first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
      }
      let count = recv(peer, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
  }
}
