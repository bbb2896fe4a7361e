import FirebaseAuth
import Foundation

extension PublicAPI {
  static func types(_ api: inout PublicAPI) {
    api.member("ActionCodeInfo") { let _: ActionCodeInfo.Type = ActionCodeInfo.self }
    api.member("ActionCodeOperation") { let _: ActionCodeOperation.Type = ActionCodeOperation.self }
    api.member("ActionCodeSettings") { let _: ActionCodeSettings.Type = ActionCodeSettings.self }
    api.member("ActionCodeURL") { let _: ActionCodeURL.Type = ActionCodeURL.self }
    api.member("Auth.AuthStateChangesSequence") {
      let _: Auth.AuthStateChangesSequence.Type = Auth.AuthStateChangesSequence.self
    }
    api.member("Auth.AuthStateChangesSequence.Iterator") {
      let _: Auth.AuthStateChangesSequence.Iterator.Type = Auth.AuthStateChangesSequence.Iterator.self
    }
    api.member("Auth.IDTokenChangesSequence") {
      let _: Auth.IDTokenChangesSequence.Type = Auth.IDTokenChangesSequence.self
    }
    api.member("Auth.IDTokenChangesSequence.Iterator") {
      let _: Auth.IDTokenChangesSequence.Iterator.Type = Auth.IDTokenChangesSequence.Iterator.self
    }
    api.member("Auth") { let _: Auth.Type = Auth.self }
    api.member("AuthDataResult") { let _: AuthDataResult.Type = AuthDataResult.self }
    api.member("AuthSettings") { let _: AuthSettings.Type = AuthSettings.self }
    api.member("AuthTokenResult") { let _: AuthTokenResult.Type = AuthTokenResult.self }
    api.member("AuthCredential") { let _: AuthCredential.Type = AuthCredential.self }
    api.member("AuthProviderID") { let _: AuthProviderID.Type = AuthProviderID.self }
    api.member("EmailAuthProvider") { let _: EmailAuthProvider.Type = EmailAuthProvider.self }
    api.member("FacebookAuthProvider") { let _: FacebookAuthProvider.Type = FacebookAuthProvider.self }
    api.member("FederatedAuthProvider") {
      let _: (any FederatedAuthProvider).Type = (any FederatedAuthProvider).self
    }
    api.member("GameCenterAuthProvider") { let _: GameCenterAuthProvider.Type = GameCenterAuthProvider.self }
    api.member("GitHubAuthProvider") { let _: GitHubAuthProvider.Type = GitHubAuthProvider.self }
    api.member("GoogleAuthProvider") { let _: GoogleAuthProvider.Type = GoogleAuthProvider.self }
    api.member("OAuthCredential") { let _: OAuthCredential.Type = OAuthCredential.self }
    api.member("OAuthProvider") { let _: OAuthProvider.Type = OAuthProvider.self }
    api.member("PhoneAuthCredential") { let _: PhoneAuthCredential.Type = PhoneAuthCredential.self }
    api.member("PhoneAuthProvider") { let _: PhoneAuthProvider.Type = PhoneAuthProvider.self }
    api.member("TwitterAuthProvider") { let _: TwitterAuthProvider.Type = TwitterAuthProvider.self }
    api.member("MultiFactor") { let _: MultiFactor.Type = MultiFactor.self }
    api.member("MultiFactorAssertion") { let _: MultiFactorAssertion.Type = MultiFactorAssertion.self }
    api.member("MultiFactorInfo") { let _: MultiFactorInfo.Type = MultiFactorInfo.self }
    api.member("MultiFactorResolver") { let _: MultiFactorResolver.Type = MultiFactorResolver.self }
    api.member("MultiFactorSession") { let _: MultiFactorSession.Type = MultiFactorSession.self }
    api.member("PhoneMultiFactorAssertion") {
      let _: PhoneMultiFactorAssertion.Type = PhoneMultiFactorAssertion.self
    }
    api.member("PhoneMultiFactorGenerator") {
      let _: PhoneMultiFactorGenerator.Type = PhoneMultiFactorGenerator.self
    }
    api.member("PhoneMultiFactorInfo") { let _: PhoneMultiFactorInfo.Type = PhoneMultiFactorInfo.self }
    api.member("TOTPMultiFactorAssertion") {
      let _: TOTPMultiFactorAssertion.Type = TOTPMultiFactorAssertion.self
    }
    api.member("TOTPMultiFactorGenerator") {
      let _: TOTPMultiFactorGenerator.Type = TOTPMultiFactorGenerator.self
    }
    api.member("TOTPSecret") { let _: TOTPSecret.Type = TOTPSecret.self }
    api.member("AdditionalUserInfo") { let _: AdditionalUserInfo.Type = AdditionalUserInfo.self }
    api.member("User") { let _: User.Type = User.self }
    api.member("UserInfo") { let _: (any UserInfo).Type = (any UserInfo).self }
    api.member("UserMetadata") { let _: UserMetadata.Type = UserMetadata.self }
    api.member("UserProfileChangeRequest") {
      let _: UserProfileChangeRequest.Type = UserProfileChangeRequest.self
    }
    api.member("AuthErrors") { let _: AuthErrors.Type = AuthErrors.self }
    api.member("AuthErrorCode") { let _: AuthErrorCode.Type = AuthErrorCode.self }
    api.member("AuthUIDelegate") { let _: (any AuthUIDelegate).Type = (any AuthUIDelegate).self }
  }

  static func archives(_ api: inout PublicAPI) {
    api.member("AuthDataResult") { (it: AuthDataResult, coder: NSCoder) in
      let _: Bool = AuthDataResult.supportsSecureCoding
      it.encode(with: coder)
      let _: AuthDataResult? = AuthDataResult(coder: coder)
    }
    api.member("AuthTokenResult") { (it: AuthTokenResult, coder: NSCoder) in
      let _: Bool = AuthTokenResult.supportsSecureCoding
      it.encode(with: coder)
      let _: AuthTokenResult? = AuthTokenResult(coder: coder)
    }
    api.member("OAuthCredential") { (it: OAuthCredential, coder: NSCoder) in
      let _: Bool = OAuthCredential.supportsSecureCoding
      it.encode(with: coder)
      let _: OAuthCredential? = OAuthCredential(coder: coder)
    }
    api.member("PhoneAuthCredential") { (it: PhoneAuthCredential, coder: NSCoder) in
      let _: Bool = PhoneAuthCredential.supportsSecureCoding
      it.encode(with: coder)
      let _: PhoneAuthCredential? = PhoneAuthCredential(coder: coder)
    }
    api.member("MultiFactor") { (it: MultiFactor, coder: NSCoder) in
      let _: Bool = MultiFactor.supportsSecureCoding
      it.encode(with: coder)
      let _: MultiFactor? = MultiFactor(coder: coder)
    }
    api.member("MultiFactorInfo") { (it: MultiFactorInfo, coder: NSCoder) in
      let _: Bool = MultiFactorInfo.supportsSecureCoding
      it.encode(with: coder)
      let _: MultiFactorInfo? = MultiFactorInfo(coder: coder)
    }
    api.member("PhoneMultiFactorInfo") { (it: PhoneMultiFactorInfo, coder: NSCoder) in
      let _: Bool = PhoneMultiFactorInfo.supportsSecureCoding
      it.encode(with: coder)
      let _: PhoneMultiFactorInfo? = PhoneMultiFactorInfo(coder: coder)
    }
    api.member("AdditionalUserInfo") { (it: AdditionalUserInfo, coder: NSCoder) in
      let _: Bool = AdditionalUserInfo.supportsSecureCoding
      it.encode(with: coder)
      let _: AdditionalUserInfo? = AdditionalUserInfo(coder: coder)
    }
    api.member("User") { (it: User, coder: NSCoder) in
      let _: Bool = User.supportsSecureCoding
      it.encode(with: coder)
      let _: User? = User(coder: coder)
    }
    api.member("UserMetadata") { (it: UserMetadata, coder: NSCoder) in
      let _: Bool = UserMetadata.supportsSecureCoding
      it.encode(with: coder)
      let _: UserMetadata? = UserMetadata(coder: coder)
    }
  }

  /// Of releases before the twelfth, which the guides use.
  static func earlierSpellings(_ api: inout PublicAPI) {
    api.member("OAuthProvider.provider(providerID:)") {
      let _: OAuthProvider = .provider(providerID: "github.com")
    }
    api.member("OAuthProvider.provider(providerID:auth:)") { (auth: Auth) in
      let _: OAuthProvider = .provider(providerID: "github.com", auth: auth)
    }
    api.member("OAuthProvider.credential(withProviderID:idToken:accessToken:)") { (token: String?) in
      let _: OAuthCredential = OAuthProvider.credential(
        withProviderID: "oidc.x", idToken: token, accessToken: token)
    }
    api.member("OAuthProvider.credential(withProviderID:accessToken:)") { (token: String) in
      let _: OAuthCredential = OAuthProvider.credential(withProviderID: "github.com", accessToken: token)
    }
    api.member("OAuthProvider.credential(withProviderID:idToken:rawNonce:accessToken:)") { (token: String?) in
      let _: OAuthCredential = OAuthProvider.credential(
        withProviderID: "apple.com", idToken: token, rawNonce: token, accessToken: token)
    }
    api.member("OAuthProvider.credential(withProviderID:idToken:rawNonce:)") { (token: String?) in
      let _: OAuthCredential = OAuthProvider.credential(
        withProviderID: "apple.com", idToken: token, rawNonce: token)
    }
    api.member("Auth.init()") { let _: Auth = Auth() }
    api.member("Optional<User>.link(withCredential:completion:)") {
      (it: User?, credential: AuthCredential?) in
      it.link(withCredential: credential) { (_: AuthDataResult?, _: (any Error)?) in }
    }
    api.member("Optional<User>.reauthenticateWithCredential(withCredential:completion:)") {
      (it: User?, credential: AuthCredential?) in
      it.reauthenticateWithCredential(withCredential: credential) { (_: AuthDataResult?, _: (any Error)?) in }
    }
  }

  static func constants(_ api: inout PublicAPI) {
    api.member("AuthErrorDomain") { let _: String = AuthErrorDomain }
    api.member("AuthErrorUserInfoNameKey") { let _: String = AuthErrorUserInfoNameKey }
    api.member("AuthErrorUserInfoEmailKey") { let _: String = AuthErrorUserInfoEmailKey }
    api.member("AuthErrorUserInfoUpdatedCredentialKey") {
      let _: String = AuthErrorUserInfoUpdatedCredentialKey
    }
    api.member("AuthErrorUserInfoMultiFactorResolverKey") {
      let _: String = AuthErrorUserInfoMultiFactorResolverKey
    }
    api.member("EmailAuthProviderID") { let _: String = EmailAuthProviderID }
    api.member("EmailLinkAuthSignInMethod") { let _: String = EmailLinkAuthSignInMethod }
    api.member("EmailPasswordAuthSignInMethod") { let _: String = EmailPasswordAuthSignInMethod }
    api.member("FacebookAuthProviderID") { let _: String = FacebookAuthProviderID }
    api.member("FacebookAuthSignInMethod") { let _: String = FacebookAuthSignInMethod }
    api.member("GameCenterAuthProviderID") { let _: String = GameCenterAuthProviderID }
    api.member("GameCenterAuthSignInMethod") { let _: String = GameCenterAuthSignInMethod }
    api.member("GitHubAuthProviderID") { let _: String = GitHubAuthProviderID }
    api.member("GitHubAuthSignInMethod") { let _: String = GitHubAuthSignInMethod }
    api.member("GoogleAuthProviderID") { let _: String = GoogleAuthProviderID }
    api.member("GoogleAuthSignInMethod") { let _: String = GoogleAuthSignInMethod }
    api.member("PhoneAuthProviderID") { let _: String = PhoneAuthProviderID }
    api.member("PhoneAuthSignInMethod") { let _: String = PhoneAuthSignInMethod }
    api.member("TwitterAuthProviderID") { let _: String = TwitterAuthProviderID }
    api.member("TwitterAuthSignInMethod") { let _: String = TwitterAuthSignInMethod }
    api.member("PhoneMultiFactorID") { let _: String = PhoneMultiFactorID }
    api.member("TOTPMultiFactorID") { let _: String = TOTPMultiFactorID }
    api.member("NSNotification.Name.AuthStateDidChange") { let _: Notification.Name = .AuthStateDidChange }
    api.member("AuthStateDidChangeListenerHandle") { (handle: any NSObjectProtocol) in
      let _: AuthStateDidChangeListenerHandle = handle
    }
    api.member("IDTokenDidChangeListenerHandle") { (handle: any NSObjectProtocol) in
      let _: IDTokenDidChangeListenerHandle = handle
    }
  }
}
