/// A Play Games player, identified by the authorization code that an Android app received for its server.
package final class PlayGamesCredential: AuthCredential, @unchecked Sendable {
  /// `playgames.google.com`.
  package static let id = "playgames.google.com"

  private let serverAuthCode: String

  package init(serverAuthCode: String) {
    self.serverAuthCode = serverAuthCode
    super.init(provider: Self.id)
  }

  override func assertion() throws -> IdpAssertion? {
    var assertion = IdpAssertion(provider)
    assertion.serverAuthCode = serverAuthCode
    return assertion
  }
}
