import Foundation
import Synchronization

/// Listens on a loopback port for a browser's request to one URL. Answers every other request with 404.
final class LoopbackListener: Sendable {
  struct Limits: Sendable {
    /// The number of seconds until the wait ends with `webContextCancelled`.
    var seconds: Double
    var maximumHeadBytes = 64 << 10
    /// The number of seconds within which a request must arrive.
    var requestSeconds: Double = 10
    /// The maximum number of open connections. A further connection closes the oldest connection.
    var maximumConnections = 16
    /// The maximum total number of requests.
    var maximumRequests = 1_000
  }

  /// The URL that the browser opens at the end of the sign-in.
  let address: URL

  private let limits: Limits
  private let page: BrowserPage
  private let socket: Int32
  private let wake: (read: Int32, write: Int32)
  private let failure = Mutex<AuthError?>(nil)

  /// - Throws: ``AuthError`` with `webInternalError`.
  init(limits: Limits, page: BrowserPage) throws {
    self.limits = limits
    self.page = page
    wake = try LoopbackSocket.wake()
    do {
      let (descriptor, port) = try LoopbackSocket.listen()
      socket = descriptor
      address = try Self.address(port: port)
    } catch {
      close(wake.read)
      close(wake.write)
      throw error
    }
  }

  deinit {
    close(socket)
    close(wake.read)
    close(wake.write)
  }

  private static func address(port: Int) throws -> URL {
    let secret = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(
      separator: "-")
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(secret)") else {
      throw AuthError(.webInternalError, "Nothing can listen for the browser's return.")
    }
    return url
  }

  /// Waits on its own thread.
  ///
  /// - Parameter end: called once, when the browser has received its page or the wait has ended.
  func listen(_ end: @escaping @Sendable (Result<URL, any Error>) -> Void) {
    let thread = Thread { [self] in end(Result { try wait() }) }
    thread.name = "latchkey.browser"
    thread.start()
  }

  /// Ends the wait with this error, unless the wait has already ended.
  func stop(_ error: AuthError) {
    failure.withLock { $0 = $0 ?? error }
    var byte: UInt8 = 1
    _ = write(wake.write, &byte, 1)
  }

  private func wait() throws -> URL {
    let end = ProcessInfo.processInfo.systemUptime + limits.seconds
    var connections: [LoopbackConnection] = []
    var requests = 0
    while true {
      if let error = failure.withLock({ $0 }) { throw error }
      let now = ProcessInfo.processInfo.systemUptime
      guard now < end else {
        throw AuthError(.webContextCancelled, "The browser did not come back in time.")
      }
      connections.removeAll { $0.deadline <= now }

      var events = ([wake.read, socket] + connections.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let next = connections.map(\.deadline).reduce(end, min)
      // `poll` counts milliseconds in 32 bits, so each wait is at most an hour.
      let count = poll(&events, nfds_t(events.count), Int32(min(next - now, 3_600) * 1_000) + 1)
      guard count > 0 else {
        if count == 0 || errno == EINTR { continue }
        throw AuthError(
          .webInternalError, "Nothing can listen for the browser's return.",
          underlying: NSError(domain: NSPOSIXErrorDomain, code: Int(errno)))
      }

      var closed: Set<Int32> = []
      for (connection, event) in zip(connections, events.dropFirst(2)) where event.revents != 0 {
        switch connection.read() {
        case .nothing: break
        case .closed: closed.insert(connection.descriptor)
        case .tooLarge: connection.answer("431 Request Header Fields Too Large", html: "")
        case .request(let request):
          if let url = request?.returned(to: address) {
            connection.answer("200 OK", html: page.html)
            return url
          }
          connection.answer("404 Not Found", html: "")
        }
      }
      connections.removeAll { closed.contains($0.descriptor) }

      guard events[1].revents != 0 else { continue }
      while let descriptor = try LoopbackSocket.accept(socket) {
        requests += 1
        if connections.count >= limits.maximumConnections { connections.removeFirst() }
        connections.append(
          LoopbackConnection(
            descriptor: descriptor, deadline: ProcessInfo.processInfo.systemUptime + limits.requestSeconds,
            maximumHeadBytes: limits.maximumHeadBytes))
        guard requests < limits.maximumRequests else {
          throw AuthError(
            .webInternalError, "Too many other requests came to the address that the browser returns to.")
        }
      }
    }
  }
}
