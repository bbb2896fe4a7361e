import FirebaseAuth
import FirebaseCore
import Foundation

extension PublicAPI {
  static func authCredential(_ api: inout PublicAPI) {
    api.member("AuthCredential.provider") { (it: AuthCredential) async throws in
      let _: String = it.provider
    }
  }

  static func authProviderID(_ api: inout PublicAPI) {
    api.member("AuthProviderID.rawValue") { (it: AuthProviderID) async throws in
      let _: String = it.rawValue
    }
    api.member("AuthProviderID.apple") { let _: AuthProviderID = AuthProviderID.apple }
    api.member("AuthProviderID.email") { let _: AuthProviderID = AuthProviderID.email }
    api.member("AuthProviderID.facebook") { let _: AuthProviderID = AuthProviderID.facebook }
    api.member("AuthProviderID.gameCenter") { let _: AuthProviderID = AuthProviderID.gameCenter }
    api.member("AuthProviderID.gitHub") { let _: AuthProviderID = AuthProviderID.gitHub }
    api.member("AuthProviderID.google") { let _: AuthProviderID = AuthProviderID.google }
    api.member("AuthProviderID.phone") { let _: AuthProviderID = AuthProviderID.phone }
    api.member("AuthProviderID.custom(_:)") { (value: String) async throws in
      let _: AuthProviderID = AuthProviderID.custom(value)
    }
  }

  static func emailAuthProvider(_ api: inout PublicAPI) {
    api.member("EmailAuthProvider.id") { let _: String = EmailAuthProvider.id }
    api.member("EmailAuthProvider.credential(withEmail:password:)") {
      (email: String, password: String) async throws in
      let _: AuthCredential = EmailAuthProvider.credential(withEmail: email, password: password)
    }
    api.member("EmailAuthProvider.credential(withEmail:link:)") {
      (email: String, link: String) async throws in
      let _: AuthCredential = EmailAuthProvider.credential(withEmail: email, link: link)
    }
  }

  static func facebookAuthProvider(_ api: inout PublicAPI) {
    api.member("FacebookAuthProvider.id") { let _: String = FacebookAuthProvider.id }
    api.member("FacebookAuthProvider.credential(withAccessToken:)") { (accessToken: String) async throws in
      let _: AuthCredential = FacebookAuthProvider.credential(withAccessToken: accessToken)
    }
  }

  static func federatedAuthProvider(_ api: inout PublicAPI) {
    api.member("FederatedAuthProvider.credential(with:) async") {
      (it: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      let _: AuthCredential = try await it.credential(with: uiDelegate)
    }
  }

  static func gameCenterAuthProvider(_ api: inout PublicAPI) {
    api.member("GameCenterAuthProvider.id") { let _: String = GameCenterAuthProvider.id }
  }

  static func gitHubAuthProvider(_ api: inout PublicAPI) {
    api.member("GitHubAuthProvider.id") { let _: String = GitHubAuthProvider.id }
    api.member("GitHubAuthProvider.credential(withToken:)") { (token: String) async throws in
      let _: AuthCredential = GitHubAuthProvider.credential(withToken: token)
    }
  }

  static func googleAuthProvider(_ api: inout PublicAPI) {
    api.member("GoogleAuthProvider.id") { let _: String = GoogleAuthProvider.id }
    api.member("GoogleAuthProvider.credential(withIDToken:accessToken:)") {
      (idToken: String, accessToken: String) async throws in
      let _: AuthCredential = GoogleAuthProvider.credential(withIDToken: idToken, accessToken: accessToken)
    }
  }

  static func oAuthCredential(_ api: inout PublicAPI) {
    api.member("OAuthCredential.idToken") { (it: OAuthCredential) async throws in
      let _: String? = it.idToken
    }
    api.member("OAuthCredential.accessToken") { (it: OAuthCredential) async throws in
      let _: String? = it.accessToken
    }
    api.member("OAuthCredential.secret") { (it: OAuthCredential) async throws in
      let _: String? = it.secret
    }
  }

  static func oAuthProvider(_ api: inout PublicAPI) {
    api.member("OAuthProvider.id") { let _: String = OAuthProvider.id }
    api.member("OAuthProvider.scopes") { (it: OAuthProvider) async throws in
      it.scopes = it.scopes as [String]?
    }
    api.member("OAuthProvider.customParameters") { (it: OAuthProvider) async throws in
      it.customParameters = it.customParameters as [String: String]?
    }
    api.member("OAuthProvider.providerID") { (it: OAuthProvider) async throws in
      let _: String = it.providerID
    }
    api.member("OAuthProvider.provider(providerID:)") { (providerID: AuthProviderID) async throws in
      let _: OAuthProvider = OAuthProvider.provider(providerID: providerID)
    }
    api.member("OAuthProvider.provider(providerID:auth:)") {
      (providerID: AuthProviderID, auth: Auth) async throws in
      let _: OAuthProvider = OAuthProvider.provider(providerID: providerID, auth: auth)
    }
    api.member("OAuthProvider.init(providerID:auth:) 1") { (providerID: String, auth: Auth) async throws in
      let _: OAuthProvider = OAuthProvider(providerID: providerID, auth: auth)
    }
    api.member("OAuthProvider.init(providerID:auth:) 2") {
      (providerID: AuthProviderID, auth: Auth) async throws in
      let _: OAuthProvider = OAuthProvider(providerID: providerID, auth: auth)
    }
    api.member("OAuthProvider.credential(providerID:idToken:accessToken:)") {
      (providerID: AuthProviderID, idToken: String, accessToken: String?) async throws in
      let _: OAuthCredential = OAuthProvider.credential(
        providerID: providerID, idToken: idToken, accessToken: accessToken)
    }
    api.member("OAuthProvider.credential(providerID:accessToken:)") {
      (providerID: AuthProviderID, accessToken: String) async throws in
      let _: OAuthCredential = OAuthProvider.credential(providerID: providerID, accessToken: accessToken)
    }
    api.member("OAuthProvider.credential(providerID:idToken:rawNonce:accessToken:)") {
      (providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String?) async throws in
      let _: OAuthCredential = OAuthProvider.credential(
        providerID: providerID, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
    }
    api.member("OAuthProvider.getCredentialWith(_:completion:)") {
      (it: OAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      it.getCredentialWith(uiDelegate, completion: { (_: AuthCredential?, _: (any Error)?) in })
    }
    api.member("OAuthProvider.credential(with:) async") {
      (it: OAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      let _: AuthCredential = try await it.credential(with: uiDelegate)
    }
    api.member("OAuthProvider.appleCredential(withIDToken:rawNonce:fullName:)") {
      (idToken: String, rawNonce: String?, fullName: PersonNameComponents?) async throws in
      let _: OAuthCredential = OAuthProvider.appleCredential(
        withIDToken: idToken, rawNonce: rawNonce, fullName: fullName)
    }
  }

  static func phoneAuthProvider(_ api: inout PublicAPI) {
    api.member("PhoneAuthProvider.id") { let _: String = PhoneAuthProvider.id }
    api.member("PhoneAuthProvider.provider()") { let _: PhoneAuthProvider = PhoneAuthProvider.provider() }
    api.member("PhoneAuthProvider.provider(auth:)") { (auth: Auth) async throws in
      let _: PhoneAuthProvider = PhoneAuthProvider.provider(auth: auth)
    }
    api.member("PhoneAuthProvider.verifyPhoneNumber(_:uiDelegate:completion:)") {
      (it: PhoneAuthProvider, phoneNumber: String, uiDelegate: (any AuthUIDelegate)?) async throws in
      it.verifyPhoneNumber(
        phoneNumber, uiDelegate: uiDelegate, completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("PhoneAuthProvider.verifyPhoneNumber(_:uiDelegate:multiFactorSession:completion:)") {
      (
        it: PhoneAuthProvider, phoneNumber: String, uiDelegate: (any AuthUIDelegate)?,
        multiFactorSession: MultiFactorSession?
      ) async throws in
      it.verifyPhoneNumber(
        phoneNumber, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession,
        completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("PhoneAuthProvider.verifyPhoneNumber(_:uiDelegate:multiFactorSession:) async") {
      (
        it: PhoneAuthProvider, phoneNumber: String, uiDelegate: (any AuthUIDelegate)?,
        multiFactorSession: MultiFactorSession?
      ) async throws in
      let _: String = try await it.verifyPhoneNumber(
        phoneNumber, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession)
    }
    api.member("PhoneAuthProvider.verifyPhoneNumber(with:uiDelegate:multiFactorSession:completion:)") {
      (
        it: PhoneAuthProvider, multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)?,
        multiFactorSession: MultiFactorSession?
      ) async throws in
      it.verifyPhoneNumber(
        with: multiFactorInfo, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession,
        completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("PhoneAuthProvider.verifyPhoneNumber(with:uiDelegate:multiFactorSession:) async") {
      (
        it: PhoneAuthProvider, multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)?,
        multiFactorSession: MultiFactorSession?
      ) async throws in
      let _: String = try await it.verifyPhoneNumber(
        with: multiFactorInfo, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession)
    }
    api.member("PhoneAuthProvider.credential(withVerificationID:verificationCode:)") {
      (it: PhoneAuthProvider, verificationID: String, verificationCode: String) async throws in
      let _: PhoneAuthCredential = it.credential(
        withVerificationID: verificationID, verificationCode: verificationCode)
    }
  }

  static func twitterAuthProvider(_ api: inout PublicAPI) {
    api.member("TwitterAuthProvider.id") { let _: String = TwitterAuthProvider.id }
    api.member("TwitterAuthProvider.credential(withToken:secret:)") {
      (token: String, secret: String) async throws in
      let _: AuthCredential = TwitterAuthProvider.credential(withToken: token, secret: secret)
    }
  }
}
