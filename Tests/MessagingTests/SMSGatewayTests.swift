import Foundation
import Hummingbird
import Identity
import NIOCore
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Messaging

/// An SMS gateway on loopback that answers as it is told, and remembers what it was sent.
final class LocalGateway: Sendable {
  struct Request: Sendable {
    var path: String
    var headers: [String: String]
    var body: [UInt8]
  }

  struct Answer: Sendable {
    var status: HTTPResponse.Status = .created
    var headers: HTTPFields = [:]
    var body = ""
  }

  private let state: Mutex<(requests: [Request], answers: [Answer])>
  var requests: [Request] { state.withLock(\.requests) }

  private init(_ answers: [Answer]) { state = Mutex(([], answers)) }

  static func run(
    _ answers: [Answer] = [], _ body: @Sendable @escaping (LocalGateway, Int) async throws -> Void
  )
    async throws
  {
    let gateway = LocalGateway(answers)
    let router = Router()
    router.post("**") { request, _ in
      let body = try await request.body.collect(upTo: 65_536)
      var headers: [String: String] = [:]
      for field in request.headers { headers[field.name.canonicalName] = field.value }
      let received = Request(path: request.uri.path, headers: headers, body: Array(body.readableBytesView))
      let answer = gateway.state.withLock { state -> Answer in
        state.requests.append(received)
        return state.answers.isEmpty ? Answer() : state.answers.removeFirst()
      }
      return Response(
        status: answer.status, headers: answer.headers,
        body: .init(byteBuffer: ByteBuffer(string: answer.body)))
    }
    try await LoopbackApplication.run(router.buildResponder()) { try await body(gateway, $0) }
  }
}

@Suite("Text messages through a gateway", .timeLimit(.minutes(15)))
struct SMSGatewayTests {
  static let secret = Secret("0123456789abcdef0123456789abcdef")

  private func webhook(_ port: Int) -> SMSGatewaySettings {
    SMSGatewaySettings(.webhook, url: "http://127.0.0.1:\(port)/hook", secret: Self.secret, from: "Example")
  }

  private func bench(
    _ settings: SMSGatewaySettings, _ clock: SettableClock = SettableClock(OutboxBench.start)
  ) throws
    -> OutboxBench
  {
    try OutboxBench([.sms: SMSGateway(settings, clock: clock)], clock: clock)
  }

  @Test("Twilio is sent a form with the account's name and password")
  func twilio() async throws {
    try await LocalGateway.run { gateway, port in
      let settings = SMSGatewaySettings(
        .twilio, url: "http://127.0.0.1:\(port)/2010-04-01/Accounts/AC1/Messages.json", account: "AC1",
        secret: Secret("token&="), from: "+15555550199")
      let bench = try bench(settings)
      try await bench.queue(bench.sms(text: "123456 & more = ü"))
      await bench.outbox.deliverDue()
      #expect(bench.outcomes == [.delivered], "\(bench.events)")
      let request = try #require(gateway.requests.first)
      #expect(request.path == "/2010-04-01/Accounts/AC1/Messages.json")
      #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
      #expect(request.headers["authorization"] == "Basic \(Data("AC1:token&=".utf8).base64EncodedString())")
      #expect(
        String(decoding: request.body, as: UTF8.self)
          == "To=%2B15555550100&From=%2B15555550199&Body=123456%20%26%20more%20%3D%20%C3%BC")
      await bench.close()
    }
  }

  @Test("a messaging service takes the sender's place, and the address is Twilio's own where none is given")
  func messagingService() throws {
    let service = "MG" + String(repeating: "0a", count: 16)
    let settings = SMSGatewaySettings(.twilio, account: "AC1", secret: Secret("t"), from: service)
    let request = try #require(
      SMSRequest(
        .init(to: "+1", text: "x"), project: "p", id: "i", createdAt: OutboxBench.start,
        now: OutboxBench.start,
        by: settings))
    #expect(request.url == "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json")
    #expect(String(decoding: request.body, as: UTF8.self) == "To=%2B1&MessagingServiceSid=\(service)&Body=x")
  }

  @Test("a webhook is sent JSON whose signature its receiver can check")
  func webhookSignature() async throws {
    try await LocalGateway.run { gateway, port in
      let bench = try bench(webhook(port))
      try await bench.queue(bench.sms())
      await bench.outbox.deliverDue()
      #expect(bench.outcomes == [.delivered], "\(bench.events)")
      let request = try #require(gateway.requests.first)
      struct Body: Decodable { var id, project, to, from, text: String }
      let body = try JSONDecoder().decode(Body.self, from: Data(request.body))
      #expect(body.to == "+15555550100" && body.from == "Example" && body.text == "123456 is your code.")
      #expect(body.project == "example" && request.headers["latchkey-message"] == body.id)
      let signature = try #require(request.headers["latchkey-signature"])
      let now = bench.clock.now()
      func isValid(
        _ header: String? = nil, _ body: [UInt8]? = nil, _ secret: Secret? = nil, after seconds: Int64 = 0
      ) -> Bool {
        WebhookSignature.isValid(
          header ?? signature, body: body ?? request.body, secret: secret ?? Self.secret,
          now: now.adding(seconds: seconds))
      }
      #expect(isValid() && isValid(after: 300) && !isValid(after: 301) && !isValid(after: -301))
      #expect(
        !isValid(nil, request.body + [32]) && !isValid(nil, nil, Secret("another secret of some length")))
      for length in 0..<signature.count { #expect(!isValid(String(signature.prefix(length)))) }
      let moved = signature.replacing("t=\(now.seconds)", with: "t=\(now.seconds + 1)")
      #expect(!isValid(moved) && !isValid("t=x,v1=y") && !isValid("t=9223372036854775807,v1=00"))
      await bench.close()
    }
  }

  @Test("a receiver in Python that follows the documentation comes to the same")
  func documentation() async throws {
    let text = try String(
      contentsOf: Repository.url("docs/mail.md"), encoding: .utf8)
    let code = try #require(text.firstMatch(of: /```python\n([\s\S]*?)```/)).1
    let body = Array(#"{"id":"1"}"#.utf8)
    let now = SystemClock().now()
    func verdict(_ body: [UInt8], _ header: String) throws -> String {
      let output = Pipe()
      let process = try ChildProcess(
        SMTPServer.python,
        [
          "-c",
          "\(code)\nimport sys\nprint(is_genuine(sys.argv[1], sys.argv[2].encode(), sys.argv[3].encode()))",
          header, String(decoding: body, as: UTF8.self), Self.secret.reveal(),
        ], output: .pipe(output))
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitForExit()
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
    let header = WebhookSignature.value(of: body, at: now, secret: Self.secret)
    #expect(try verdict(body, header) == "True")
    #expect(try verdict(body + [32], header) == "False")
    let old = WebhookSignature.value(of: body, at: now.adding(seconds: -400), secret: Self.secret)
    #expect(try verdict(body, old) == "False")
    #expect(try verdict(body, "t=1") == "False")
  }

  @Test("an answer of 5xx is tried again, with the same id and a fresh signature")
  func retried() async throws {
    try await LocalGateway.run([.init(status: .serviceUnavailable), .init(status: .badGateway)]) {
      gateway, port in
      let bench = try bench(webhook(port))
      try await bench.queue(bench.sms())
      for _ in 0..<6 {
        await bench.outbox.deliverDue()
        bench.clock.advance(seconds: 5)
      }
      #expect(bench.outcomes == [.deferred, .deferred, .delivered])
      #expect(bench.events[0].reason == "the SMS gateway failed (503)")
      let requests = gateway.requests
      #expect(requests.count == 3 && Set(requests.compactMap { $0.headers["latchkey-message"] }).count == 1)
      #expect(Set(requests.compactMap { $0.headers["latchkey-signature"] }).count == 3)
      await bench.close()
    }
  }

  @Test(
    "an answer is final when it is about the message, and waits when it is about us",
    arguments: [
      (400, true, false), (410, true, false), (422, true, false), (401, false, true), (402, false, true),
      (403, false, false), (404, false, true), (405, false, true), (407, false, true), (301, false, true),
      (308, false, true), (406, false, false), (429, false, true), (408, false, false), (503, false, true),
    ])
  func statuses(status: Int, isFinal: Bool, blocksChannel: Bool) async throws {
    let answer = LocalGateway.Answer(status: .init(code: status))
    try await LocalGateway.run([answer]) { gateway, port in
      var settings = webhook(port)
      settings.connections = 1
      let bench = try bench(settings)
      for _ in 0..<2 { try await bench.queue(bench.sms()) }
      await bench.outbox.deliverDue()
      #expect(bench.outcomes.first == (isFinal ? .failed : .deferred), "\(bench.events)")
      #expect(gateway.requests.count == (blocksChannel ? 1 : 2))
      #expect(try await bench.waiting(.sms) == (isFinal ? 0 : blocksChannel ? 2 : 1))
      await bench.close()
    }
  }

  @Test("an answer of 400 is final, and its number is told without the text beside it")
  func refused() async throws {
    let answer = LocalGateway.Answer(
      status: .badRequest, body: #"{"code":21211,"message":"Invalid 'To' Phone Number: +15555550100"}"#)
    try await LocalGateway.run([answer]) { gateway, port in
      let bench = try bench(webhook(port))
      try await bench.queue(bench.sms())
      await bench.outbox.deliverDue()
      bench.clock.advance(seconds: 100)
      await bench.outbox.deliverDue()
      #expect(bench.outcomes == [.failed] && gateway.requests.count == 1)
      #expect(bench.events[0].reason == "the SMS gateway refuses the message (400, error 21211)")
      #expect(try await bench.waiting(.sms) == 0)
      await bench.close()
    }
  }

  @Test(
    "who is asked to wait waits, with everything that is for the same gateway",
    arguments: [(429, "60"), (503, "60"), (503, "Thu, 01 Jan 2026 00:01:00 GMT")])
  func rateLimit(status: Int, retryAfter: String) async throws {
    let answer = LocalGateway.Answer(status: .init(code: status), headers: [.retryAfter: retryAfter])
    try await LocalGateway.run([answer]) { gateway, port in
      var settings = webhook(port)
      settings.connections = 1
      let bench = try bench(settings)
      for _ in 0..<3 { try await bench.queue(bench.sms()) }
      await bench.outbox.deliverDue()
      bench.clock.advance(seconds: 59)
      await bench.outbox.deliverDue()
      #expect(gateway.requests.count == 1)
      bench.clock.advance(seconds: 1)
      await bench.outbox.deliverDue()
      #expect(bench.outcomes == [.deferred, .delivered, .delivered, .delivered])
      await bench.close()
    }
  }

  @Test("when to come back is told in seconds or as a date")
  func retryAfter() {
    let now = OutboxBench.start
    for (text, seconds) in [
      ("0", 0), ("120", 120), (" 7 ", 7), ("Thu, 01 Jan 2026 00:02:00 GMT", 120),
      ("Wed, 31 Dec 2025 00:00:00 GMT", 0),
      ("99999999999999999999", Int64.max),
    ] { #expect(RetryAfter.seconds(text, now: now) == seconds, "\(text)") }
    for text in ["", "-1", "1.5", "soon", "2026-01-01T00:00:00Z", "Thu, 01 Jan 2026 00:02:00"] {
      #expect(RetryAfter.seconds(text, now: now) == nil, "\(text)")
    }
  }

  @Test("a redirect is not followed")
  func redirect() async throws {
    try await LocalGateway.run { gateway, port in
      try await LocalGateway.run([
        .init(status: .temporaryRedirect, headers: [.location: "http://127.0.0.1:\(port)/elsewhere"])
      ]) { _, redirecting in
        let bench = try bench(webhook(redirecting))
        try await bench.queue(bench.sms())
        await bench.outbox.deliverDue()
        #expect(bench.outcomes == [.deferred] && gateway.requests.isEmpty)
        await bench.close()
      }
    }
  }

  @Test("a gateway that is not there, or says nothing, is given up on in time; the code soon after")
  func unreachable() async throws {
    let listener = try SilentListener()
    var settings = webhook(listener.port)
    settings.timeout = .milliseconds(200)
    let bench = try bench(settings)
    try await bench.queue(bench.sms())
    await bench.outbox.deliverDue()
    #expect(bench.events.first?.reason == "the SMS gateway did not answer in time")
    listener.close()
    for _ in 0..<12 {
      bench.clock.advance(seconds: 30)
      await bench.outbox.deliverDue()
    }
    #expect(bench.outcomes.last == .expired)
    #expect(try await bench.waiting(.sms) == 0)
    await bench.close()
  }

  @Test("what is not safe or cannot work is named by its key")
  func mistakes() {
    func keys(_ change: (inout SMSGatewaySettings) -> Void) -> [String] {
      var settings = SMSGatewaySettings(.webhook, url: "https://sms.example.com/hook", secret: Self.secret)
      change(&settings)
      return settings.mistakes().map(\.key)
    }
    #expect(keys { _ in }.isEmpty)
    for url in [
      "http://sms.example.com/", "ftp://a.de/", "sms.example.com", "https://u:p@a.de/", "https://a.de/#x", "",
      "http://127.0.0.1.example.com/", "https://a.de/\r\nX: y",
    ] { #expect(keys { $0.url = url } == ["sms.url"], "\(url)") }
    #expect(keys { $0.url = "http://localhost:8080/" }.isEmpty && keys { $0.url = "http://[::1]:1/" }.isEmpty)
    #expect(keys { $0.url = nil } == ["sms.url"])
    #expect(keys { $0.secret = Secret("short") } == ["sms.secret"])
    #expect(keys { $0.from = "a\r\nb" } == ["sms.from"])
    #expect(keys { $0.gateway = .twilio } == ["sms.account", "sms.from"])
    #expect(
      keys {
        $0.gateway = .twilio
        $0.account = "AC1/../x"
        $0.from = "+1"
      } == ["sms.account"])
  }
}
