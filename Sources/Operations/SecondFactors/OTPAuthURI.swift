import IdentityWire

/// The `otpauth` address that authenticator apps read from a QR code.
public enum OTPAuthURI {
  /// - Parameters:
  ///   - secret: a secret in Base32.
  ///   - issuer: the name of the account's service, which apps show.
  public static func text(secret: String, issuer: String, account: String) -> String {
    // Apps do not read a plus sign as a blank.
    func escaped(_ text: String) -> String { FormURLEncoded.encode(text).replacing("+", with: "%20") }
    return "otpauth://totp/\(escaped(issuer)):\(escaped(account))?secret=\(secret)&issuer=\(escaped(issuer))"
  }
}
