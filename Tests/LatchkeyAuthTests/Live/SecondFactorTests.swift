import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("The SDK asks for second factors")
struct SecondFactorTests {
  private static func verifiedUser(_ live: LiveAuth) async throws -> User {
    _ = try await live.server.verifiedUser("ada@example.com")
    return try await live.auth.signIn(withEmail: "ada@example.com", password: "correct horse").user
  }

  @Test("a text message is enrolled, asked for by the guides' own code, and withdrawn")
  func phone() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let user = try await Self.verifiedUser(live)
      let provider = PhoneAuthProvider.provider(auth: auth)
      let session = try await user.multiFactor.session()
      let id = try await provider.verifyPhoneNumber("+15551230100", multiFactorSession: session)
      let credential = provider.credential(withVerificationID: id, verificationCode: try server.code(of: id))
      try await user.multiFactor.enroll(
        with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: "work")
      #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["work"])
      try auth.signOut()

      do {
        _ = try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
        Issue.record("no second factor was asked for")
      } catch {
        #expect(
          (error as NSError).code == AuthErrorCode.secondFactorRequired.rawValue && auth.currentUser == nil)
        let resolver = try #require(
          (error as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
        let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
        #expect(hint.displayName == "work" && hint.factorID == "phone")
        let id = try await provider.verifyPhoneNumber(
          with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
        let wrong = provider.credential(
          withVerificationID: id, verificationCode: try server.wrongCode(of: id))
        do {
          _ = try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: wrong))
          Issue.record("a wrong code was taken")
        } catch {
          #expect(AuthErrorCode(error) == .invalidVerificationCode)
        }
        let right = provider.credential(withVerificationID: id, verificationCode: try server.code(of: id))
        let result = try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: right))
        #expect(auth.currentUser === result.user)
        #expect(try await result.user.getIDTokenResult().signInSecondFactor == "phone")
        let factor = try #require(result.user.multiFactor.enrolledFactors.first)
        try await result.user.multiFactor.unenroll(with: factor)
        #expect(result.user.multiFactor.enrolledFactors.isEmpty)
      }
    }
  }

  @Test("an authenticator app is enrolled and asked for")
  func authenticator() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let user = try await Self.verifiedUser(live)
      let secret = try await TOTPMultiFactorGenerator.generateSecret(
        with: try await user.multiFactor.session())
      let address = secret.generateQRCodeURL(withAccountName: "ada@example.com", issuer: "My App")
      #expect(
        address.hasPrefix("otpauth://totp/My%20App:ada%40example.com?secret=" + secret.sharedSecretKey()))
      let app = try TestAuthenticator(base32: secret.sharedSecretKey())
      try await user.multiFactor.enroll(
        with: TOTPMultiFactorGenerator.assertionForEnrollment(
          with: secret, oneTimePassword: app.password(at: server.clock.now())), displayName: "app")
      try auth.signOut()
      do {
        _ = try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
        Issue.record("no second factor was asked for")
      } catch {
        let resolver = try #require(error.multiFactorResolver)
        let hint = try #require(resolver.hints.first)
        #expect(hint.factorID == TOTPMultiFactorID)
        server.clock.advance(seconds: 30)
        let result = try await resolver.resolveSignIn(
          with: TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: hint.uid, oneTimePassword: app.password(at: server.clock.now())))
        #expect(try await result.user.getIDTokenResult().signInSecondFactor == "totp")
      }
    }
  }

  @Test("a recovery code signs in where the app is lost, and new ones end it")
  func recoveryCodes() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let user = try await Self.verifiedUser(live)
      let secret = try await TOTPMultiFactorGenerator.generateSecret(
        with: try await user.multiFactor.session())
      let app = try TestAuthenticator(base32: secret.sharedSecretKey())
      let codes = try await user.multiFactor.enrollWithRecoveryCodes(
        TOTPMultiFactorGenerator.assertionForEnrollment(
          with: secret, oneTimePassword: app.password(at: server.clock.now())), displayName: "app")
      #expect(codes.count == 10 && Set(codes).count == 10)
      try auth.signOut()
      func resolver() async throws -> MultiFactorResolver {
        do {
          _ = try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
        } catch {
          return try #require(error.multiFactorResolver)
        }
        throw TestFailure("no second factor was asked for")
      }
      let result = try await resolver().resolveSignIn(withRecoveryCode: codes[0])
      #expect(try await result.user.getIDTokenResult().signInSecondFactor == "recovery_code")
      let new = try await result.user.multiFactor.replaceRecoveryCodes()
      #expect(new.count == 10 && Set(new).isDisjoint(with: codes))
      try auth.signOut()
      await #expect(throws: (any Error).self) {
        try await resolver().resolveSignIn(withRecoveryCode: codes[1])
      }
      let typed = try await resolver()
      let hint = try #require(typed.hints.first)
      _ = try await typed.resolveSignIn(
        with: TOTPMultiFactorGenerator.assertionForSignIn(
          withEnrollmentID: hint.uid, oneTimePassword: new[0]))
    }
  }
}
