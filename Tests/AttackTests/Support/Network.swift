import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport

/// Calls of operations as from a network of the test's choice: over loopback all come from one.
struct Network: Sendable {
  let server: TestServer
  /// Nil for a client whose address nobody knows.
  let address: String?

  private func caller() async throws -> Caller {
    var caller = Caller(project: try await server.project(), authority: .apiKey)
    caller.client.ipAddress = address
    caller.links = ActionLinks(origins: [server.origin])
    return caller
  }

  /// `200`, or what is told of the error: its code.
  private func outcome(
    telling text: (IdentityError) -> String = \.name, _ body: (Caller) async throws(IdentityError) -> Void
  ) async throws -> String {
    let caller = try await caller()
    do {
      try await body(caller)
      return "200"
    } catch {
      return text(error)
    }
  }

  func signIn(_ email: String, _ password: String) async throws -> String {
    try await signIn(email, password, telling: \.name)
  }

  /// Everything that the client sees of a refused sign-in.
  func refusal(_ email: String, _ password: String) async throws -> String {
    try await signIn(email, password) { error in
      "\(error.name) \(error.kind) \(error.message) \(error.retryAfter ?? -1)"
    }
  }

  private func signIn(_ email: String, _ password: String, telling text: (IdentityError) -> String)
    async throws
    -> String
  {
    try await outcome(telling: text) { (caller) throws(IdentityError) in
      var request = SignInWithPasswordRequest()
      request.email = email
      request.password = password
      _ = try await server.service.signInWithPassword(request, caller)
    }
  }

  func signUp(_ email: String?, _ password: String? = "correct horse") async throws -> String {
    try await outcome { (caller) throws(IdentityError) in
      var request = SignUpRequest()
      request.email = email
      request.password = email == nil ? nil : password
      _ = try await server.service.signUp(request, caller)
    }
  }

  func sendMail(_ type: OobRequestType, to email: String) async throws -> String {
    try await outcome { (caller) throws(IdentityError) in
      var request = SendOobCodeRequest()
      request.requestType = type
      request.email = email
      _ = try await server.service.sendOobCode(request, caller)
    }
  }

  func sendCode(to number: String) async throws -> String {
    try await outcome { (caller) throws(IdentityError) in
      var request = SendVerificationCodeRequest()
      request.phoneNumber = number
      _ = try await server.service.sendVerificationCode(request, caller)
    }
  }

  /// `200` with what is told of the address, if anything is, or the code of the error.
  func methods(of email: String) async throws -> String {
    let caller = try await caller()
    var request = CreateAuthUriRequest()
    request.identifier = email
    request.continueUri = "http://localhost/"
    do {
      let response = try await server.service.createAuthUri(request, origins: [server.origin], caller)
      guard let registered = response.registered else { return "200" }
      return "200 \(registered ? "registered" : "unknown")"
    } catch {
      return error.name
    }
  }

  func resetPassword(_ oobCode: String, to password: String) async throws -> String {
    try await outcome { (caller) throws(IdentityError) in
      var request = ResetPasswordRequest()
      request.oobCode = oobCode
      request.newPassword = password
      _ = try await server.service.resetPassword(request, caller)
    }
  }
}

extension TestServer {
  func network(_ address: String?) -> Network { Network(server: self, address: address) }

  /// With the limits that real users have, but everything else of a development server.
  static func runLimited(
    _ change: (inout Options) -> Void = { _ in },
    _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    var options = Options()
    options.limits = AbuseLimits()
    options.clock = SettableClock(Instant(seconds: 1_790_000_000))
    change(&options)
    try await run(options, body)
  }
}

/// How often each comes, for comparing.
func counts(_ outcomes: [String]) -> [String: Int] {
  outcomes.reduce(into: [:]) { $0[$1, default: 0] += 1 }
}

extension DataDirectory {
  /// The database's files as text, to look for what must not be in them.
  func databaseBytes() throws -> String {
    var text = ""
    for suffix in ["", "-wal"] {
      guard let data = FileManager.default.contents(atPath: databasePath + suffix) else { continue }
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }
}
