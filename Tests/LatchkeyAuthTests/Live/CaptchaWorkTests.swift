import Foundation
import IdentityWire
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite("The proof of work of the SDK")
struct CaptchaWorkTests {
  private static let challenge = "YSB3cm9uZyBzZXJ2ZXI"

  private static func work(_ challenge: JSONValue = .string(challenge), bits: Int64, parts: Int64) throws
    -> CaptchaWork
  {
    try CaptchaWork(["challenge": challenge, "bits": .integer(bits), "parts": .integer(parts)])
  }

  private static func code(_ error: AuthError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0) } }

  /// A time that goes on by some seconds each time that somebody looks.
  private final class HastyClock: AuthClock {
    private let looks = Mutex(0)
    let seconds: Double
    let whenRead: @Sendable (Int) -> Void

    init(seconds: Double, whenRead: @escaping @Sendable (Int) -> Void = { _ in }) {
      self.seconds = seconds
      self.whenRead = whenRead
    }

    var count: Int { looks.withLock { $0 } }

    var now: Date {
      let look = looks.withLock { looks in
        looks += 1
        return looks
      }
      whenRead(look)
      return Date(timeIntervalSince1970: Double(look) * seconds)
    }

    func sleep(seconds: Double) async throws {}
  }

  // Fails when the part, the order of the bytes or the encoding is another one.
  @Test("the solution is the first number of each part, as the document says")
  func solution() async throws {
    let token = try await Self.work(bits: 6, parts: 2).solve(by: HastyClock(seconds: 0))
    #expect(token == "YSB3cm9uZyBzZXJ2ZXI.AAAACAAAAAE")
  }

  @Test(
    "more work than any project can ask for is refused before it begins",
    arguments: [
      [25, 1], [21, 16], [20, 17], [0, 65], [64, 1], [Int64.max, 1], [1, Int64.max],
      [Int64.max, Int64.max],
    ])
  func tooMuch(_ sizes: [Int64]) {
    let error = #expect(throws: AuthError.self) { try Self.work(bits: sizes[0], parts: sizes[1]) }
    #expect(Self.code(error) == .captchaCheckFailed)
  }

  @Test("the most that a project can ask for is accepted")
  func most() throws {
    #expect(throws: Never.self) { try Self.work(bits: 20, parts: 16) }
  }

  @Test(
    "what is no challenge is a malformed answer",
    arguments: [
      ["bits": 6, "parts": 1], ["challenge": "", "bits": 6, "parts": 1],
      ["challenge": "no base64url!", "bits": 6, "parts": 1], ["challenge": 7, "bits": 6, "parts": 1],
      ["challenge": "YQ", "parts": 1], ["challenge": "YQ", "bits": 6],
      ["challenge": "YQ", "bits": -1, "parts": 1], ["challenge": "YQ", "bits": 6, "parts": 0],
      ["challenge": "YQ", "bits": "6", "parts": 1],
      ["challenge": .string(String(repeating: "A", count: 300)), "bits": 6, "parts": 1],
    ] as [JSONValue])
  func malformed(_ answer: JSONValue) {
    let error = #expect(throws: AuthError.self) { try CaptchaWork(answer) }
    #expect(Self.code(error) == .internalError)
  }

  @Test("work that takes more than a minute is given up")
  func slow() async throws {
    let work = try Self.work(bits: 24, parts: 1)
    let clock = HastyClock(seconds: 31)
    let error = await #expect(throws: AuthError.self) { try await work.solve(by: clock) }
    #expect(Self.code(error) == .captchaCheckFailed)
    #expect(clock.count == 3)
  }

  @Test("a cancelled task stops working")
  func cancelled() async throws {
    let work = try Self.work(bits: 24, parts: 1)
    let clock = HastyClock(seconds: 0) { look in
      if look == 2 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let task = Task { try await work.solve(by: clock) }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.count == 2)
  }

  // Fails when a tenant, a server or an action is left out of what is remembered (each alone).
  @Test("what is known of one action, tenant and server holds for no other")
  func subjects() {
    let subject = CaptchaState.Subject(action: .sms, tenant: "one", server: "https://auth.example.com")
    var others = [subject, subject, subject]
    others[0].action = .signUp
    others[1].tenant = nil
    others[2].server = "https://auth.example.org"
    var state = CaptchaState()
    state.note(.audit, for: subject)
    #expect(state.isProtected(subject))
    for other in others { #expect(!state.isProtected(other)) }
    state.note(.off, for: subject)
    #expect(!state.isProtected(subject))
  }

  @Test("nothing is sent to Google but what its own SDK sends")
  func google() async throws {
    var configuration = BackendConfiguration(apiKey: "key")
    configuration.server = .google
    let transport = RefusingTransport()
    let client = IdentityToolkitClient(configuration, transport: transport, clock: HastyClock(seconds: 0))
    let error = await #expect(throws: AuthError.self) {
      try await client.call(.relyingParty("verifyPassword"), ["email": "ada@example.com"])
    }
    #expect(Self.code(error) == .missingRecaptchaToken)
    try await client.learnCaptchas()
    #expect(transport.endpoints == ["verifyPassword"])
  }

  /// Asks for a token of reCAPTCHA, whatever it is sent.
  private final class RefusingTransport: AuthTransport {
    private let seen = Mutex<[String]>([])
    var endpoints: [String] { seen.withLock { $0 } }

    func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
      seen.withLock { $0.append(request.url.lastPathComponent) }
      let body = #"{"error":{"code":400,"message":"MISSING_RECAPTCHA_TOKEN"}}"#
      return AuthTransportResponse(status: 400, body: Data(body.utf8))
    }
  }
}
