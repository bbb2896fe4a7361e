import Crypto
import Foundation
import IdentityWire

/// What an opaque artifact is for. A token minted for one purpose has another hash for every other, so
/// presented elsewhere it is simply unknown.
public enum ArtifactPurpose: String, Sendable, CaseIterable, Codable {
  case refreshToken = "refresh"
  case authorizationFlow = "flow"
  /// An administrator's trial of a provider: its `state`, then what the provider answered, then what came of it.
  case signInTrial = "sign-in-trial"
  case signInTrialAnswer = "sign-in-trial-answer"
  case signInTrialResult = "sign-in-trial-result"
  case pendingCredential = "pending-credential"
  case oobCode = "oob"
  /// A code that was sent to a number that is to sign in.
  case smsCode = "sms"
  case mfaPendingCredential = "mfa-pending"
  /// A sign-in that is to go on by enrolling a second factor.
  case factorEnrolment = "factor-enrolment"
  /// A code that was sent to a number that is to become a second factor.
  case mfaEnrollmentCode = "mfa-enrollment-sms"
  /// A code that was sent to a number that is one.
  case mfaSignInCode = "mfa-sign-in-sms"
  /// A time-based one-time password's secret that is to become a second factor.
  case totpEnrollment = "totp-enrollment"
  case temporaryProof = "temporary-proof"
  case administratorToken = "administrator-token"
  /// Takes the place of a proof that no program sends a form of this server's own pages.
  case captchaVoucher = "captcha-voucher"
}

/// A bearer secret of 256 bits that we hand out and keep only the hash of.
///
/// What belongs to the token can be sealed under a key made from the token itself: someone who reads the
/// database has neither.
public struct OpaqueToken: Sendable {
  public let text: String

  /// - Parameter random: 32 bytes.
  public init(random: [UInt8]) { text = Base64URL.encode(random) }

  /// Takes what a client presents. Nil unless it has the shape of a token of ours.
  public init?(presented text: String) {
    guard text.utf8.count == 43, Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  /// The key under which the database knows the token.
  public func hash(for purpose: ArtifactPurpose) -> Data {
    Data(SHA256.hash(data: Data("latchkey/\(purpose.rawValue)/\(text)".utf8)))
  }

  public func seal(_ payload: some DataProtocol, for purpose: ArtifactPurpose) throws -> Data {
    guard let sealed = try AES.GCM.seal(payload, using: key(for: purpose)).combined else {
      throw SecretBox.Failure.cannotOpen
    }
    return sealed
  }

  public func open(_ sealed: Data, for purpose: ArtifactPurpose) throws(SecretBox.Failure) -> Data {
    do {
      return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key(for: purpose))
    } catch {
      throw .cannotOpen
    }
  }

  private func key(for purpose: ArtifactPurpose) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Data(text.utf8)),
      info: Data("latchkey/payload/\(purpose.rawValue)".utf8), outputByteCount: 32)
  }
}
