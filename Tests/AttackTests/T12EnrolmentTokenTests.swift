import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T12: truncated credentials of enrolments, proofs, vouchers and recovery codes", .fewAtOnce)
struct T12EnrolmentTokenTests {
  /// Every strict prefix, and the whole with something behind or before it.
  private static func variants(of token: String) -> [String] {
    (0..<token.utf8.count).map { String(token.prefix($0)) }
      + [".", "A", "AA", "=", "\n", "\0", "%00", ".A", "\u{301}"].map { token + $0 } + [" " + token]
  }

  private static func caller(_ server: TestServer) async throws -> Caller {
    Caller(project: try await server.project(), authority: .apiKey)
  }

  // Fails when OpaqueToken looks a token up by its first characters.
  @Test("every part of an enrolment credential is refused")
  func credential() async throws {
    try await TestServer.run(.quick) { server in
      _ = try await server.verifiedUser("ada@example.com")
      try await server.requireSecondFactor()
      let credential = try await server.enrolmentCredential(of: "ada@example.com")
      let caller = try await Self.caller(server)
      for text in Self.variants(of: credential) {
        var request = StartMFAEnrollmentRequest()
        request.mfaEnrollmentCredential = text
        request.totpEnrollmentInfo = EmptyMessage()
        let started = request
        await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
          try await server.service.startMFAEnrollment(started, caller)
        }
      }
      #expect(try await server.startAppEnrolment(by: credential).status == 200)
    }
  }

  // Fails when ProofOfWork checks the parts that a solution has, and when a voucher is looked up by its first characters
  // (each alone).
  @Test("every part of a proof and of a voucher is refused, and uses nothing up")
  func proofs() async throws {
    try await TestServer.run(.quick) { server in
      try await server.requireProof(of: [.passwordReset])
      let offer = try await server.resetOffer(to: "ada@example.com")
      let voucher = try #require(try offer.formPost().form["voucher"])
      let caller = try await Self.caller(server)
      let solved = try await server.proof(of: "password-reset")
      func refuses(_ token: String) async throws {
        for text in Self.variants(of: token) {
          var request = SendOobCodeRequest()
          request.requestType = .passwordReset
          request.email = "ada@example.com"
          request.captchaResponse = text
          let sent = request
          await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
            try await server.service.sendOobCode(sent, caller)
          }
        }
      }
      try await refuses(solved)
      let reset = try await server.sendOob(
        "PASSWORD_RESET", ["email": "ada@example.com", "captchaResp": .string(solved)])
      #expect(reset.status == 200, "\(reset.text)")
      try await refuses(voucher)
      #expect(try await server.submit(offer).status == 200)
    }
  }

  // Fails when a code of fewer letters is compared by what there is of it.
  @Test("every part of a recovery code is refused, and is no guess")
  func recoveryCode() async throws {
    try await TestServer.run(.quick) { server in
      let user = try await server.userWithRecoveryCodes("ada@example.com")
      let pending = try await server.pendingCredential(user.email)
      let caller = try await Self.caller(server)
      let code = user.codes[0]
      let shorter = (0..<code.utf8.count).map { String(code.prefix($0)) }
      for text in shorter + ["A", "\u{301}", ".", "\0"].map({ code + $0 }) {
        var request = FinalizeMFASignInRequest()
        request.mfaPendingCredential = pending
        request.recoveryCodeVerificationInfo = .init(recoveryCode: text)
        let finished = request
        await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
          try await server.service.finalizeMFASignIn(finished, caller)
        }
      }
      #expect(try await server.proveRecoveryCode(code, pending).status == 200)
    }
  }
}
