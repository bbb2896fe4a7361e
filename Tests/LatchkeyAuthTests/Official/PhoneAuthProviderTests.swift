import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import LatchkeyAuth

/// Each test has the name of the one of FirebaseAuth's own `PhoneAuthProviderTests` that looks at the same behaviour.
/// What those test of push messages and reCAPTCHA is not there.
@Suite("FirebaseAuth's tests of PhoneAuthProvider")
struct PhoneAuthProviderTests {
  private static func parts(_ credential: PhoneAuthCredential) -> [String] {
    switch credential.proof {
    case .code(let code, let verificationID): ["code", verificationID, code]
    case .temporary(let proof, let phoneNumber): ["temporary", proof, phoneNumber]
    }
  }

  @Test("a credential has the id and the code that it was made of")
  func credentialWithVerificationID() async throws {
    try await LiveAuth.run { live in
      let credential = PhoneAuthProvider.provider(auth: live.auth)
        .credential(withVerificationID: "id", verificationCode: "123456")
      #expect(Self.parts(credential) == ["code", "id", "123456"] && credential.provider == "phone")
    }
  }

  @Test("an empty number is missing, and nobody is asked")
  func verifyEmptyPhoneNumber() async throws {
    try await LiveAuth.run { live in
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      #expect(await failureCode { try await provider.verifyPhoneNumber("") } == .missingPhoneNumber)
      #expect(live.transport.count("sendVerificationCode") == 0)
    }
  }

  @Test("what is no number is refused, and nothing is sent")
  func verifyInvalidPhoneNumber() async throws {
    try await LiveAuth.run { live in
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      #expect(await failureCode { try await provider.verifyPhoneNumber("55") } == .invalidPhoneNumber)
      #expect(live.server.backend.inbox.messages.isEmpty)
    }
  }

  @Test("a number is sent a code, whose id the completion gets")
  func verifyPhoneNumber() async throws {
    try await LiveAuth.run { live in
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      let (id, error) = await withCheckedContinuation { done in
        provider.verifyPhoneNumber("+15551230100", uiDelegate: nil) { id, error in
          done.resume(returning: (id, error))
        }
      }
      #expect(error == nil)
      let sent = try #require(id)
      #expect(try live.server.code(of: sent).count == 6)
    }
  }

  @Test("an app that is not to be verified is sent a code all the same")
  func verifyPhoneNumberInTestMode() async throws {
    try await LiveAuth.run { live in
      live.auth.settings?.isAppVerificationDisabledForTesting = true
      let id = try await PhoneAuthProvider.provider(auth: live.auth).verifyPhoneNumber("+15551230100")
      #expect(try live.server.code(of: id).count == 6)
    }
  }

  @Test("an app that is not to be verified is refused as any other")
  func verifyPhoneNumberInTestModeFailure() async throws {
    try await LiveAuth.run { live in
      live.auth.settings?.isAppVerificationDisabledForTesting = true
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      #expect(await failureCode { try await provider.verifyPhoneNumber("55") } == .invalidPhoneNumber)
    }
  }

  @Test("a credential of a code comes out of an archive as it went in")
  func phoneAuthCredentialCoding() throws {
    let copy = try archived(PhoneAuthCredential(verificationID: "id", code: "1234"))
    #expect(Self.parts(copy) == ["code", "id", "1234"] && copy.provider == PhoneAuthProvider.id)
  }

  @Test("a credential of the server's own word comes out of an archive as it went in")
  func phoneAuthCredentialCodingPhone() throws {
    let copy = try archived(PhoneAuthCredential(.temporary("Proof", phoneNumber: "+15551230100")))
    #expect(Self.parts(copy) == ["temporary", "Proof", "+15551230100"])
    #expect(copy.provider == PhoneAuthProvider.id)
  }
}
