import CLatchkeyAuth
import Foundation
import LatchkeyAuth

/// Makes a credential from two required texts; NULL if one is missing.
private func credential(_ first: CText?, _ second: CText?, _ make: (String, String) -> AuthCredential)
  -> OpaquePointer?
{
  guard let first = string(first), let second = string(second) else { return nil }
  return handle(make(first, second))
}

/// Makes a credential from a required text; NULL if it is missing.
private func credential(_ text: CText?, _ make: (String) -> AuthCredential) -> OpaquePointer? {
  handle(string(text).map(make))
}

@_cdecl("latchkey_credential_email_password")
public func credentialEmailPassword(_ email: CText?, _ password: CText?) -> OpaquePointer? {
  credential(email, password) { EmailAuthProvider.credential(withEmail: $0, password: $1) }
}

@_cdecl("latchkey_credential_email_link")
public func credentialEmailLink(_ email: CText?, _ link: CText?) -> OpaquePointer? {
  credential(email, link) { EmailAuthProvider.credential(withEmail: $0, link: $1) }
}

@_cdecl("latchkey_credential_facebook")
public func credentialFacebook(_ accessToken: CText?) -> OpaquePointer? {
  credential(accessToken) { FacebookAuthProvider.credential(withAccessToken: $0) }
}

@_cdecl("latchkey_credential_github")
public func credentialGitHub(_ accessToken: CText?) -> OpaquePointer? {
  credential(accessToken) { GitHubAuthProvider.credential(withToken: $0) }
}

@_cdecl("latchkey_credential_google")
public func credentialGoogle(_ idToken: CText?, _ accessToken: CText?) -> OpaquePointer? {
  oauth(GoogleAuthProvider.id, idToken, nil, accessToken)
}

@_cdecl("latchkey_credential_twitter")
public func credentialTwitter(_ token: CText?, _ secret: CText?) -> OpaquePointer? {
  credential(token, secret) { TwitterAuthProvider.credential(withToken: $0, secret: $1) }
}

@_cdecl("latchkey_credential_play_games")
public func credentialPlayGames(_ serverAuthCode: CText?) -> OpaquePointer? {
  credential(serverAuthCode) { PlayGamesCredential(serverAuthCode: $0) }
}

@_cdecl("latchkey_credential_oauth")
public func credentialOAuth(
  _ providerID: CText?, _ idToken: CText?, _ rawNonce: CText?, _ accessToken: CText?
) -> OpaquePointer? {
  string(providerID)?.nonEmpty.flatMap { oauth($0, idToken, rawNonce, accessToken) }
}

/// Returns NULL if there is no token.
private func oauth(_ providerID: String, _ idToken: CText?, _ rawNonce: CText?, _ accessToken: CText?)
  -> OpaquePointer?
{
  guard idToken != nil || accessToken != nil else { return nil }
  let credential: AuthCredential = OAuthProvider.credential(
    withProviderID: providerID, idToken: string(idToken), rawNonce: string(rawNonce),
    accessToken: string(accessToken))
  return handle(credential)
}

@_cdecl("latchkey_credential_apple")
public func credentialApple(
  _ idToken: CText?, _ rawNonce: CText?, _ givenName: CText?, _ familyName: CText?
) -> OpaquePointer? {
  credential(idToken) { idToken in
    var name: PersonNameComponents?
    if givenName != nil || familyName != nil {
      name = PersonNameComponents()
      name?.givenName = string(givenName)
      name?.familyName = string(familyName)
    }
    return OAuthProvider.appleCredential(withIDToken: idToken, rawNonce: string(rawNonce), fullName: name)
  }
}

@_cdecl("latchkey_credential_phone")
public func credentialPhone(_ verificationID: CText?, _ code: CText?) -> OpaquePointer? {
  credential(verificationID, code) { PhoneAuthCredential(verificationID: $0, code: $1) }
}

@_cdecl("latchkey_credential_provider")
public func credentialProvider(_ credential: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(content(credential, AuthCredential.self)?.provider)
}

private func tokens(_ credential: OpaquePointer?) -> OAuthCredential? {
  content(credential, AuthCredential.self) as? OAuthCredential
}

@_cdecl("latchkey_credential_id_token")
public func credentialIDToken(_ credential: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(tokens(credential)?.idToken)
}

@_cdecl("latchkey_credential_access_token")
public func credentialAccessToken(_ credential: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(tokens(credential)?.accessToken)
}

@_cdecl("latchkey_credential_secret")
public func credentialSecret(_ credential: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(tokens(credential)?.secret)
}
