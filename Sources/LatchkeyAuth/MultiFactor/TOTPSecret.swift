import Foundation
import IdentityWire

/// The server's answer to the start of an authenticator app's enrolment.
struct TOTPSecretData: Sendable {
  /// Base32.
  var key: String
  var sessionInfo: String
  var hashingAlgorithm: String?
  var codeLength: Int?
  /// Seconds.
  var period: Int?
  var finishBy: Date?
}

/// A secret to enter into an authenticator app. The server returns it once, and it is valid for a few minutes.
open class TOTPSecret: NSObject, @unchecked Sendable {
  let data: TOTPSecretData

  init(_ data: TOTPSecretData) { self.data = data }

  /// The secret in Base32, for entry by hand.
  open func sharedSecretKey() -> String { data.key }

  /// The `otpauth` address that authenticator apps read from a QR code.
  open func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
    func escaped(_ text: String) -> String { FormURLEncoded.encode(text) }
    var query = FormURLEncoded([("secret", data.key), ("issuer", issuer)])
    if let algorithm = data.hashingAlgorithm { query.append("algorithm", algorithm) }
    if let length = data.codeLength { query.append("digits", String(length)) }
    if let period = data.period { query.append("period", String(period)) }
    return "otpauth://totp/\(escaped(issuer)):\(escaped(accountName))?\(query.text)"
  }

  /// Opens an authenticator app on this device. Does nothing if the system has no such app.
  open func openInOTPApp(withQRCodeURL qrCodeURL: String) {
    #if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
      openInSystem(qrCodeURL)
    #endif
  }
}
