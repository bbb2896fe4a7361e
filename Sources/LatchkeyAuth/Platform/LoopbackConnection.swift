import Foundation

/// A connection to a loopback listener. It carries one request and one answer.
final class LoopbackConnection {
  enum Event {
    case nothing
    case request(LoopbackRequest?)
    case tooLarge
    case closed
  }

  let descriptor: Int32
  private(set) var deadline: Double
  private let maximumHeadBytes: Int
  private var head: [UInt8] = []
  private var isAnswered = false

  init(descriptor: Int32, deadline: Double, maximumHeadBytes: Int) {
    self.descriptor = descriptor
    self.deadline = deadline
    self.maximumHeadBytes = maximumHeadBytes
  }

  deinit { close(descriptor) }

  /// Reads the available bytes. Reports a request only once.
  func read() -> Event {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else {
      return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? .nothing : .closed
    }
    // Also reads data after the answer: unread data would make the system discard the answer when the
    // connection closes.
    if isAnswered { return .nothing }
    let searched = max(0, head.count - 3)
    head += chunk[..<count]
    if let end = Self.end(of: head, from: searched) {
      return end > maximumHeadBytes ? .tooLarge : .request(LoopbackRequest(head: head[..<end]))
    }
    return head.count > maximumHeadBytes ? .tooLarge : .nothing
  }

  private static func end(of head: [UInt8], from start: Int) -> Int? {
    guard head.count >= 4 else { return nil }
    return (start...head.count - 4).first { index in
      head[index] == 13 && head[index + 1] == 10 && head[index + 2] == 13 && head[index + 3] == 10
    }
  }

  /// Sends the answer and ends the stream. Waits for at most a second. The answer fits into the system's send
  /// buffer.
  func answer(_ status: String, html: String) {
    isAnswered = true
    head = []
    deadline = ProcessInfo.processInfo.systemUptime + 1
    let text = """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(html.utf8.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r
      Cross-Origin-Resource-Policy: same-origin\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      \r
      \(html)
      """
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, LoopbackSocket.sendFlags)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let left = deadline - ProcessInfo.processInfo.systemUptime
        guard left > 0, poll(&event, 1, Int32(left * 1_000) + 1) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
    shutdown(descriptor, Int32(SHUT_WR))
  }
}
