import Crypto
import Foundation
import IdentityWire

/// The purpose of an opaque artifact. A token has a different hash for each purpose, so a token that is
/// presented for another purpose is not found.
public enum ArtifactPurpose: String, Sendable, CaseIterable, Codable {
  case refreshToken = "refresh"
  case authorizationFlow = "flow"
  /// An administrator's test of a provider: its `state`, then the provider's answer, then the result.
  case signInTrial = "sign-in-trial"
  case signInTrialAnswer = "sign-in-trial-answer"
  case signInTrialResult = "sign-in-trial-result"
  /// A sign-in to the console with its OpenID provider: its `state`.
  case consoleSignIn = "console-sign-in"
  case pendingCredential = "pending-credential"
  case oobCode = "oob"
  /// A code that was sent to a phone number for a sign-in.
  case smsCode = "sms"
  case mfaPendingCredential = "mfa-pending"
  /// A sign-in that continues with the enrolment of a second factor.
  case factorEnrolment = "factor-enrolment"
  /// A code that was sent to a phone number for its enrolment as a second factor.
  case mfaEnrollmentCode = "mfa-enrollment-sms"
  /// A code that was sent to an enrolled second factor.
  case mfaSignInCode = "mfa-sign-in-sms"
  /// The secret of a time-based one-time password that is being enrolled.
  case totpEnrollment = "totp-enrollment"
  case temporaryProof = "temporary-proof"
  case administratorToken = "administrator-token"
  /// Replaces a captcha response in a form of this server's own pages.
  case captchaVoucher = "captcha-voucher"
}

/// A bearer secret of 256 bits. The client receives the token, and the database stores only its hash.
///
/// A payload can be sealed under a key derived from the token itself. A reader of the database has neither
/// the token nor the key.
public struct OpaqueToken: Sendable {
  public let text: String

  /// - Parameter random: 32 bytes.
  public init(random: [UInt8]) { text = Base64URL.encode(random) }

  /// Reads a presented token. Nil if the text does not have a token's form.
  public init?(presented text: String) {
    guard text.utf8.count == 43, Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  /// Returns the hash by which the database identifies the token.
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
