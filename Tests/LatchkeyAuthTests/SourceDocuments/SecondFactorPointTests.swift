import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents, in the SDK: a second factor")
struct SecondFactorPointTests {
  private static let password = EmailAuthProvider.credential(
    withEmail: "ada@example.com", password: "correct horse")

  /// Somebody with two telephone numbers, one of them without a name, and the sign-in that waits for one.
  private static func run(_ body: @Sendable @escaping (LiveAuth, MultiFactorResolver) async throws -> Void)
    async throws
  {
    try await LiveAuth.run { live in
      _ = try await live.server.verifiedUser("ada@example.com")
      let user = try await live.auth.signIn(with: password).user
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      for (name, number) in [(nil, "+15551230100"), ("work", "+15551230101")] {
        let id = try await provider.verifyPhoneNumber(
          number, multiFactorSession: try await user.multiFactor.session())
        let code = provider.credential(withVerificationID: id, verificationCode: try live.server.code(of: id))
        try await user.multiFactor.enroll(
          with: PhoneMultiFactorGenerator.assertion(with: code), displayName: name)
      }
      try live.auth.signOut()
      let error = try #require(await failure { try await live.auth.signIn(with: password) })
      #expect(error.code == 17_078 && error.code == AuthErrorCode.secondFactorRequired.rawValue)
      #expect(live.auth.currentUser == nil)
      let resolver = try #require(
        error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
      #expect(error.multiFactorResolver === resolver)
      try await body(live, resolver)
    }
  }

  @Test("Point 27: the first factor leaves who is signed in as they are, and gives a resolver")
  func currentUserStays() async throws {
    try await Self.run { live, _ in
      let other = try await live.auth.signInAnonymously().user
      #expect(await failureCode { try await live.auth.signIn(with: Self.password) } == .secondFactorRequired)
      #expect(live.auth.currentUser === other)
    }
  }

  @Test("Point 28: hints are of their types, with what the server tells of them")
  func hints() async throws {
    try await Self.run { live, resolver in
      let hints = resolver.hints.compactMap { $0 as? PhoneMultiFactorInfo }
      #expect(hints.count == 2 && hints.map(\.displayName) == [nil, "work"])
      for hint in hints {
        #expect(hint.factorID == "phone" && !hint.uid.isEmpty && hint.phoneNumber.contains("*"))
        #expect(abs(hint.enrollmentDate.timeIntervalSince(live.server.clock.now().date)) < 60)
      }
      #expect(hints.map { $0.phoneNumber.suffix(4) } == ["0100", "0101"])
      #expect(resolver.auth === live.auth)
    }
  }

  @Test("Points 29, 31: the code of the chosen number signs in, and the token names the factor")
  func resolve() async throws {
    try await Self.run { live, resolver in
      let auth = live.auth
      var users = auth.authStateChanges.makeAsyncIterator()
      #expect(await users.next() == .some(nil))
      let provider = PhoneAuthProvider.provider(auth: auth)
      let hint = try #require(resolver.hints.last as? PhoneMultiFactorInfo)
      let id = try await provider.verifyPhoneNumber(
        with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
      let code = provider.credential(withVerificationID: id, verificationCode: try live.server.code(of: id))
      let result = try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: code))
      #expect(auth.currentUser === result.user && result.user.email == "ada@example.com")
      #expect(await users.next()??.uid == result.user.uid)
      let token = try await result.user.getIDTokenResult()
      let firebase = try #require(token.claims["firebase"] as? [String: Any])
      #expect(token.signInSecondFactor == "phone" && firebase["sign_in_second_factor"] as? String == "phone")
      #expect(firebase["second_factor_identifier"] as? String == hint.uid)
      let enrolled = result.user.multiFactor.enrolledFactors.compactMap { $0 as? PhoneMultiFactorInfo }
      #expect(enrolled.map(\.uid) == resolver.hints.map(\.uid))
    }
  }

  @Test("Point 30: after a wrong code the resolver is still good, for the same code and for another")
  func wrongCodes() async throws {
    try await Self.run { live, resolver in
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
      func assertion(_ id: String, _ code: String) -> MultiFactorAssertion {
        PhoneMultiFactorGenerator.assertion(
          with: provider.credential(withVerificationID: id, verificationCode: code))
      }
      let id = try await provider.verifyPhoneNumber(
        with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
      let wrong = assertion(id, try live.server.wrongCode(of: id))
      #expect(await failureCode { try await resolver.resolveSignIn(with: wrong) } == .invalidVerificationCode)
      #expect(live.auth.currentUser == nil)

      live.server.clock.advance(seconds: 60)
      let next = try await provider.verifyPhoneNumber(
        with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
      let foreign = assertion(next, try live.server.wrongCode(of: next))
      #expect(
        await failureCode { try await resolver.resolveSignIn(with: foreign) } == .invalidVerificationCode)
      let right = assertion(next, try live.server.code(of: next))
      try await resolver.resolveSignIn(with: right)
      #expect(live.auth.currentUser != nil)
    }
  }

  @Test("Point 30: a code that was waited for too long has expired, and the resolver takes another")
  func expiry() async throws {
    try await Self.run { live, resolver in
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
      func assertion() async throws -> MultiFactorAssertion {
        let id = try await provider.verifyPhoneNumber(
          with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
        return PhoneMultiFactorGenerator.assertion(
          with: provider.credential(
            withVerificationID: id, verificationCode: try live.server.code(of: id)))
      }
      let late = try await assertion()
      live.server.clock.advance(seconds: 601)
      #expect(await failureCode { try await resolver.resolveSignIn(with: late) } == .sessionExpired)
      #expect(live.auth.currentUser == nil)
      try await resolver.resolveSignIn(with: try await assertion())
      #expect(live.auth.currentUser != nil)
    }
  }

  @Test("a sign-in that waited for its second factor for half an hour is begun anew")
  func endOfSession() async throws {
    try await Self.run { live, resolver in
      live.server.clock.advance(seconds: 1_801)
      let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
      #expect(
        await failureCode {
          _ = try await PhoneAuthProvider.provider(auth: live.auth).verifyPhoneNumber(
            with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
        } == .invalidMultiFactorSession)
      #expect(await failureCode { try await live.auth.signIn(with: Self.password) } == .secondFactorRequired)
    }
  }
}
