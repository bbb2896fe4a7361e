import Foundation
import TestSupport

/// `latchkey dev` in a process of its own, whose processor time is its own, too.
final class MeasuredServer: Sendable {
  struct NotStarted: Error {}

  let port: Int
  private let process: ChildProcess
  private let output = Watched("")
  private let clock: clockid_t

  /// Starts it, and waits until it says that it listens.
  static func start() async throws -> MeasuredServer {
    let server = try MeasuredServer(port: TestServer.freePort())
    guard await server.output.reaches({ $0.contains("Ctrl-C stops the server.") }) else { throw NotStarted() }
    return server
  }

  private init(port: Int) throws {
    // Beside the test bundle, whatever the build directory is called.
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let sibling = bundle.deletingLastPathComponent().appendingPathComponent("latchkey")
    let program =
      FileManager.default.isExecutableFile(atPath: sibling.path)
      ? sibling
      : Repository.url(".build/debug/latchkey")
    self.port = port
    let pipe = Pipe()
    process = try ChildProcess(
      program,
      [
        "dev", "--port", String(port), "--project", "example", "--ephemeral", "--accept-unsigned-credentials",
      ],
      output: .pipe(pipe), error: .null)
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [output, process] in
      while case let part = handle.availableData, !part.isEmpty {
        output.change { $0 += String(decoding: part, as: UTF8.self) }
      }
      output.end()
      withExtendedLifetime(process) {}
    }
    var clock = clockid_t()
    guard clock_getcpuclockid(process.processIdentifier, &clock) == 0 else { throw NotStarted() }
    self.clock = clock
  }

  deinit { process.signal(SIGKILL) }

  /// Seconds of processor time that the server has used, in all its threads.
  var processorTime: Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func signal(_ number: Int32) { process.signal(number) }

  /// Waits until the process has ended. False if the test's time is over before.
  func ends() async -> Bool {
    _ = await output.reaches { _ in false }
    guard !Task.isCancelled else { return false }
    await process.exitStatus()
    return true
  }

  /// Sends a request over a connection of its own. Its header and address may hold any bytes.
  ///
  /// - Returns: the status, 0 where none came, and the body.
  func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String = ""
  ) async throws -> (status: Int, body: String) {
    let connection = try RawConnection(port: port)
    var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    text += "Content-Length: \(body.utf8.count)\r\n\r\n"
    let request = Array(text.utf8) + Array(body.utf8)
    let answer = await onThread { () -> [UInt8] in
      connection.write(request)
      return connection.readToEnd()
    }
    let words = String(decoding: answer, as: UTF8.self)
    let head = words.utf8.prefix(12).suffix(3)
    return (Int(String(Substring(head))) ?? 0, words)
  }

  /// Sends the beginning of a request and hangs up.
  func hangUp(after request: [UInt8]) async throws {
    let connection = try RawConnection(port: port)
    await onThread { connection.write(request) }
  }

  /// Runs what blocks on a thread of its own.
  private func onThread<Result: Sendable>(_ body: @Sendable @escaping () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}

/// A connection over which bytes go as they are. It ends with its last reference.
private final class RawConnection: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let problem = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard problem == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  /// A server that has read enough may close early.
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  func readToEnd() -> [UInt8] {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
      answer += buffer[..<count]
    }
    return answer
  }
}
