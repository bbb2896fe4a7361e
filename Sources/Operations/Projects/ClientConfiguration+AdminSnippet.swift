import IdentityWire

extension ClientConfiguration {
  /// Returns the beginning of a Python back end: the official Admin SDK, set up for this server by the
  /// package `latchkey-admin`.
  ///
  /// - Parameter keyFile: the name of a service account's file.
  public func adminSnippet(keyFile: String) -> String {
    func quoted(_ text: String) -> String { JSONText.pretty(.string(text)) }
    let address =
      switch server {
      case .address(let address): address
      case .development(let host): "http://\(host)"
      case nil: "https://\(Self.unknownHost)"
      }
    let issuers = project.tokenIssuer.map { ", issuers=[\(quoted($0))]" } ?? ""
    return """
      import latchkey_admin
      from firebase_admin import auth

      latchkey_admin.initialize_app(
          \(quoted(address)), service_account=\(quoted(keyFile))\(issuers))


      def claims_of(id_token):
          \"\"\"Who sent an ID token. Raises if the token is not good, or its user is signed out or disabled.\"\"\"
          return auth.verify_id_token(id_token, check_revoked=True)
      """
  }
}
