import Foundation
import Messaging
import Secrets
import Synchronization
import TestTools

/// A message as the mail server has it.
public struct ReceivedMail: Sendable {
  public var sender: String
  public var recipients: [String]
  public var isProtected: Bool
  public var user: String?
  public var helo: String
  /// Header and body as they were sent.
  public var content: String

  /// Unfolded.
  public func header(_ name: String) -> String? {
    let head = content.components(separatedBy: "\r\n\r\n")[0].replacing("\r\n ", with: " ")
    return head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  public var headerNames: [String] {
    let head = content.components(separatedBy: "\r\n\r\n")[0].replacing("\r\n ", with: " ")
    return head.components(separatedBy: "\r\n").map { String($0.prefix { $0 != ":" }) }
  }
}

/// A mail server in a process of its own, which can be killed and started again on the same port.
public final class SMTPServer: Sendable {
  public struct Failure: Error {
    var reason: String
    public init(_ reason: String) { self.reason = reason }
  }

  public enum Mode: String, Sendable { case startTLS = "starttls", tls, plain = "none" }

  public let directory: URL
  private let arguments: [String]
  private let state = Mutex(State())
  private let mails = Watched([ReceivedMail]())
  private let noops = Watched([Noop]())

  /// A NOOP, and the session that it came in.
  public struct Noop: Sendable, Equatable {
    public var isProtected: Bool
    public var user: String?

    public init(isProtected: Bool, user: String?) {
      self.isProtected = isProtected
      self.user = user
    }
  }

  private struct State {
    var process: ChildProcess?
    var input: Pipe?
    var port: Int?
  }

  public init(_ mode: Mode = .startTLS, asksForPassword: Bool = true, hostName: String = "localhost") throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "latchkey-smtp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    var arguments = ["--security", mode.rawValue, "--host-name", hostName, "--noops"]
    if !asksForPassword { arguments.append("--no-auth") }
    self.arguments = arguments
  }

  deinit {
    state.withLock { $0.process?.signal(SIGTERM) }
    try? FileManager.default.removeItem(at: directory)
  }

  public static let python = Repository.url(".venv-tests/bin/python")

  public var port: Int { state.withLock { $0.port ?? 0 } }
  public var received: [ReceivedMail] { mails.value }
  public var caFile: String { directory.appendingPathComponent("ca.pem").path }

  public func settings(_ security: SMTPSettings.Security = .startTLS) -> SMTPSettings {
    var settings = SMTPSettings(host: "localhost", port: port, security: security)
    settings.caFile = security == .none ? nil : caFile
    settings.username = "latchkey"
    settings.password = Secret("let me mail")
    settings.timeout = .seconds(15)
    return settings
  }

  /// On the port that it had before, if it had one.
  public func start() async throws {
    guard FileManager.default.isExecutableFile(atPath: Self.python.path) else {
      throw Failure("\(Self.python.path) is missing; make deps prepares it")
    }
    let input = Pipe()
    let output = Pipe()
    var all = ["-W", "ignore", Repository.url("Tests/SMTP/server.py").path, directory.path]
    if let port = state.withLock({ $0.port }) { all += ["--port", String(port)] }
    let (ready, signal) = AsyncStream<Void>.makeStream()
    let process = try ChildProcess(Self.python, all + arguments, input: .pipe(input), output: .pipe(output))
    state.withLock {
      $0.process = process
      $0.input = input
    }
    let reader = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      var buffer = Data()
      while true {
        let part = reader.availableData
        if part.isEmpty { return signal.finish() }
        buffer += part
        while let end = buffer.firstIndex(of: 0x0A) {
          self?.take(buffer[..<end], signal)
          buffer = Data(buffer[buffer.index(after: end)...])
        }
      }
    }
    guard await ready.contains(where: { true }) else {
      throw Failure("the mail server did not start")
    }
  }

  private struct Line: Decodable {
    var port: Int?
    var sender: String?
    var recipients: [String]?
    var tls: Bool?
    var user: String?
    var helo: String?
    var content: String?
    var noop: Bool?
  }

  private func take(_ text: Data, _ signal: AsyncStream<Void>.Continuation) {
    guard let line = try? JSONDecoder().decode(Line.self, from: text) else { return }
    if let port = line.port {
      state.withLock { $0.port = port }
      signal.yield()
      signal.finish()
    } else if line.noop == true {
      noops.change { $0.append(Noop(isProtected: line.tls == true, user: line.user)) }
    } else if let content = line.content.flatMap({ Data(base64Encoded: $0) }) {
      let mail = ReceivedMail(
        sender: line.sender ?? "", recipients: line.recipients ?? [], isProtected: line.tls == true,
        user: line.user, helo: line.helo ?? "", content: String(decoding: content, as: UTF8.self))
      mails.change { $0.append(mail) }
    }
  }

  /// As a crash: nothing is finished.
  public func kill() {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    guard let process else { return }
    process.signal(SIGKILL)
    process.waitForExit()
  }

  /// Waits until so many mails have come, for the message is read in another process.
  public func waitForMails(_ count: Int) async throws -> [ReceivedMail] {
    if await mails.reaches({ $0.count >= count }) { return received }
    throw Failure("\(received.count) mails came, not \(count)")
  }

  /// Waits until so many sessions had a NOOP.
  public func waitForNoops(_ count: Int) async throws -> [Noop] {
    if await noops.reaches({ $0.count >= count }) { return noops.value }
    throw Failure("\(noops.value.count) sessions had a NOOP, not \(count)")
  }

  /// From now on, NOOP is refused.
  public func refuseNoop() throws { try Data().write(to: directory.appendingPathComponent("no-noop")) }

  /// From now on, "later-451" is let in, and "slow" is answered.
  public func letIn() throws { try Data().write(to: directory.appendingPathComponent("up")) }
}
