import IdentityWire

/// The `otpauth` address that authenticator apps read out of a QR code.
public enum AuthenticatorAddress {
  /// - Parameters:
  ///   - secret: in base32.
  ///   - issuer: whose account it is, as apps show it.
  public static func text(secret: String, issuer: String, account: String) -> String {
    // Apps take a plus for itself.
    func escaped(_ text: String) -> String { FormURLEncoded.encode(text).replacing("+", with: "%20") }
    return "otpauth://totp/\(escaped(issuer)):\(escaped(account))?secret=\(secret)&issuer=\(escaped(issuer))"
  }
}
