import FirebaseAuth
import Foundation
import IdentityWire
import Synchronization
import TestSupport
import Testing

@Suite("An app supplies the tokens of Turnstile and hCaptcha")
struct CaptchaTokenProviderTests {
  private static let password = "correct horse"

  /// Remembers what it was asked for.
  private final class Widget: CaptchaTokenProvider {
    private let asked = Mutex<[CaptchaTokenRequest]>([])
    let answer: @Sendable (CaptchaTokenRequest) async throws -> String
    var requests: [CaptchaTokenRequest] { asked.withLock { $0 } }

    init(_ answer: @escaping @Sendable (CaptchaTokenRequest) async throws -> String) { self.answer = answer }

    func captchaToken(for request: CaptchaTokenRequest) async throws -> String {
      asked.withLock { $0.append(request) }
      return try await answer(request)
    }
  }

  private static func signUp(_ live: LiveAuth, _ email: String = "ada@example.com") async throws {
    try await live.auth.createUser(withEmail: email, password: password)
  }

  @Test("a token of Turnstile is asked for with what its widget needs, and anew for each request")
  func turnstile() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireCaptcha(of: .turnstile)
      let widget = Widget { request in
        try await live.server.labCaptcha([
          "service": "turnstile", "action": .string(request.action), "data": .string(request.data ?? ""),
          "siteKey": .string(request.siteKey),
        ])
      }
      live.auth.captchaTokenProvider = widget
      try await Self.signUp(live)
      try await Self.signUp(live, "grace@example.com")
      let expected = CaptchaTokenRequest(
        provider: "turnstile", action: "sign-up", siteKey: "lab-site", data: "example")
      #expect(widget.requests == [expected, expected])
      #expect(live.transport.count("signupNewUser") == 3)
    }
  }

  @Test("a token of hCaptcha is sent as it is")
  func hCaptcha() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireCaptcha(of: .hCaptcha)
      let widget = Widget { request in
        try await live.server.labCaptcha(["service": .string(request.provider)])
      }
      live.auth.captchaTokenProvider = widget
      try await Self.signUp(live)
      #expect(widget.requests.map(\.provider) == ["hcaptcha"])
    }
  }

  @Test("an app that supplies none is told what it lacks")
  func missing() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireCaptcha(of: .turnstile)
      let error = await failure { try await Self.signUp(live) }
      #expect(error?.code == AuthErrorCode.recaptchaSDKNotLinked.rawValue)
      let message = error?.localizedDescription ?? ""
      #expect(message.contains("Turnstile") && message.contains("captchaTokenProvider"))
      #expect(live.transport.count("signupNewUser") == 1)
    }
  }

  @Test("an audit lets an app in that supplies none, or whose widget fails")
  func audited() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireCaptcha(of: .turnstile, .audit)
      try await live.auth.initializeRecaptchaConfig()
      try await Self.signUp(live)
      live.auth.captchaTokenProvider = Widget { _ in throw TestFailure("closed") }
      try await Self.signUp(live, "grace@example.com")
      #expect(live.transport.count("signupNewUser") == 2)
    }
  }

  @Test("a widget's own error is reported, and nothing is sent without a token")
  func failing() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireCaptcha(of: .turnstile)
      live.auth.captchaTokenProvider = Widget { _ in throw TestFailure("closed") }
      let failed = await failure { try await Self.signUp(live) }
      #expect(failed?.code == AuthErrorCode.captchaCheckFailed.rawValue)
      #expect(failed?.userInfo[NSUnderlyingErrorKey] != nil)
      live.auth.captchaTokenProvider = Widget { _ in throw AuthError(.webContextCancelled) }
      #expect(await failureCode { try await Self.signUp(live) } == .webContextCancelled)
      for token in ["", String(repeating: "a", count: 8193)] {
        live.auth.captchaTokenProvider = Widget { _ in token }
        #expect(await failureCode { try await Self.signUp(live) } == .missingRecaptchaToken)
      }
      #expect(live.transport.count("signupNewUser") == 1)
    }
  }

  @Test("a wrong token is refused, and is not sent again")
  func wrong() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireCaptcha(of: .turnstile)
      live.auth.captchaTokenProvider = Widget { _ in "made-up" }
      #expect(await failureCode { try await Self.signUp(live) } == .invalidRecaptchaToken)
      #expect(live.transport.count("signupNewUser") == 2)
    }
  }
}
