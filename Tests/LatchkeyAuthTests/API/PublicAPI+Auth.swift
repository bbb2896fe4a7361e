import FirebaseAuth
import FirebaseCore
import Foundation

extension PublicAPI {
  static func authSequences(_ api: inout PublicAPI) {
    api.member("Auth.authStateChanges") { (it: Auth) async throws in
      let _: Auth.AuthStateChangesSequence = it.authStateChanges
    }
    api.member("Auth.AuthStateChangesSequence.Element") {
      let _: (User?).Type = Auth.AuthStateChangesSequence.Element.self
    }
    api.member("Auth.AuthStateChangesSequence.Failure") {
      let _: Never.Type = Auth.AuthStateChangesSequence.Failure.self
    }
    api.member("Auth.AuthStateChangesSequence.AsyncIterator") {
      let _: Auth.AuthStateChangesSequence.Iterator.Type = Auth.AuthStateChangesSequence.AsyncIterator.self
    }
    api.member("Auth.AuthStateChangesSequence.init(_:)") { (auth: Auth) async throws in
      let _: Auth.AuthStateChangesSequence = Auth.AuthStateChangesSequence(auth)
    }
    api.member("Auth.AuthStateChangesSequence.makeAsyncIterator()") {
      (it: Auth.AuthStateChangesSequence) async throws in
      let _: Auth.AuthStateChangesSequence.Iterator = it.makeAsyncIterator()
    }
    api.member("Auth.AuthStateChangesSequence.Iterator.next() async") {
      (it: inout Auth.AuthStateChangesSequence.Iterator) async throws in
      let _: User?? = await it.next()
    }
    api.member("Auth.idTokenChanges") { (it: Auth) async throws in
      let _: Auth.IDTokenChangesSequence = it.idTokenChanges
    }
    api.member("Auth.IDTokenChangesSequence.Element") {
      let _: (User?).Type = Auth.IDTokenChangesSequence.Element.self
    }
    api.member("Auth.IDTokenChangesSequence.Failure") {
      let _: Never.Type = Auth.IDTokenChangesSequence.Failure.self
    }
    api.member("Auth.IDTokenChangesSequence.AsyncIterator") {
      let _: Auth.IDTokenChangesSequence.Iterator.Type = Auth.IDTokenChangesSequence.AsyncIterator.self
    }
    api.member("Auth.IDTokenChangesSequence.init(_:)") { (auth: Auth) async throws in
      let _: Auth.IDTokenChangesSequence = Auth.IDTokenChangesSequence(auth)
    }
    api.member("Auth.IDTokenChangesSequence.makeAsyncIterator()") {
      (it: Auth.IDTokenChangesSequence) async throws in
      let _: Auth.IDTokenChangesSequence.Iterator = it.makeAsyncIterator()
    }
    api.member("Auth.IDTokenChangesSequence.Iterator.next() async") {
      (it: inout Auth.IDTokenChangesSequence.Iterator) async throws in
      let _: User?? = await it.next()
    }
  }

  static func auth(_ api: inout PublicAPI) {
    api.member("Auth.getToken(forcingRefresh:completion:)") { (it: Auth, forceRefresh: Bool) async throws in
      it.getToken(forcingRefresh: forceRefresh, completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("Auth.getUserID()") { (it: Auth) async throws in let _: String? = it.getUserID() }
    api.member("Auth.auth()") { let _: Auth = Auth.auth() }
    api.member("Auth.auth(app:)") { (app: FirebaseApp) async throws in let _: Auth = Auth.auth(app: app) }
    api.member("Auth.app") { (it: Auth) async throws in let _: FirebaseApp? = it.app }
    api.member("Auth.currentUser") { (it: Auth) async throws in let _: User? = it.currentUser }
    api.member("Auth.languageCode") { (it: Auth) async throws in
      it.languageCode = it.languageCode as String?
    }
    api.member("Auth.settings") { (it: Auth) async throws in it.settings = it.settings as AuthSettings? }
    api.member("Auth.userAccessGroup") { (it: Auth) async throws in let _: String? = it.userAccessGroup }
    api.member("Auth.shareAuthStateAcrossDevices") { (it: Auth) async throws in
      it.shareAuthStateAcrossDevices = it.shareAuthStateAcrossDevices as Bool
    }
    api.member("Auth.tenantID") { (it: Auth) async throws in it.tenantID = it.tenantID as String? }
    api.member("Auth.customAuthDomain") { (it: Auth) async throws in
      it.customAuthDomain = it.customAuthDomain as String?
    }
    api.member("Auth.updateCurrentUser(_:completion:)") { (it: Auth, user: User?) async throws in
      it.updateCurrentUser(user, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.updateCurrentUser(_:) async") { (it: Auth, user: User) async throws in
      try await it.updateCurrentUser(user)
    }
    api.member("Auth.signIn(withEmail:password:completion:)") {
      (it: Auth, email: String, password: String) async throws in
      it.signIn(
        withEmail: email, password: password, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.signIn(withEmail:password:) async") {
      (it: Auth, email: String, password: String) async throws in
      let _: AuthDataResult = try await it.signIn(withEmail: email, password: password)
    }
    api.member("Auth.signIn(withEmail:link:completion:)") {
      (it: Auth, email: String, link: String) async throws in
      it.signIn(withEmail: email, link: link, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.signIn(withEmail:link:) async") { (it: Auth, email: String, link: String) async throws in
      let _: AuthDataResult = try await it.signIn(withEmail: email, link: link)
    }
    api.member("Auth.signIn(with:uiDelegate:completion:)") {
      (it: Auth, provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      it.signIn(
        with: provider, uiDelegate: uiDelegate, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.signIn(with:uiDelegate:) async") {
      (it: Auth, provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      let _: AuthDataResult = try await it.signIn(with: provider, uiDelegate: uiDelegate)
    }
    api.member("Auth.signIn(with:completion:)") { (it: Auth, credential: AuthCredential) async throws in
      it.signIn(with: credential, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.signIn(with:) async") { (it: Auth, credential: AuthCredential) async throws in
      let _: AuthDataResult = try await it.signIn(with: credential)
    }
    api.member("Auth.signInAnonymously(completion:)") { (it: Auth) async throws in
      it.signInAnonymously(completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.signInAnonymously() async") { (it: Auth) async throws in
      let _: AuthDataResult = try await it.signInAnonymously()
    }
    api.member("Auth.signIn(withCustomToken:completion:)") { (it: Auth, token: String) async throws in
      it.signIn(withCustomToken: token, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.signIn(withCustomToken:) async") { (it: Auth, token: String) async throws in
      let _: AuthDataResult = try await it.signIn(withCustomToken: token)
    }
    api.member("Auth.createUser(withEmail:password:completion:)") {
      (it: Auth, email: String, password: String) async throws in
      it.createUser(
        withEmail: email, password: password, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("Auth.createUser(withEmail:password:) async") {
      (it: Auth, email: String, password: String) async throws in
      let _: AuthDataResult = try await it.createUser(withEmail: email, password: password)
    }
    api.member("Auth.confirmPasswordReset(withCode:newPassword:completion:)") {
      (it: Auth, code: String, newPassword: String) async throws in
      it.confirmPasswordReset(withCode: code, newPassword: newPassword, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.confirmPasswordReset(withCode:newPassword:) async") {
      (it: Auth, code: String, newPassword: String) async throws in
      try await it.confirmPasswordReset(withCode: code, newPassword: newPassword)
    }
    api.member("Auth.checkActionCode(_:completion:)") { (it: Auth, code: String) async throws in
      it.checkActionCode(code, completion: { (_: ActionCodeInfo?, _: (any Error)?) in })
    }
    api.member("Auth.checkActionCode(_:) async") { (it: Auth, code: String) async throws in
      let _: ActionCodeInfo = try await it.checkActionCode(code)
    }
    api.member("Auth.verifyPasswordResetCode(_:completion:)") { (it: Auth, code: String) async throws in
      it.verifyPasswordResetCode(code, completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("Auth.verifyPasswordResetCode(_:) async") { (it: Auth, code: String) async throws in
      let _: String = try await it.verifyPasswordResetCode(code)
    }
    api.member("Auth.applyActionCode(_:completion:)") { (it: Auth, code: String) async throws in
      it.applyActionCode(code, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.applyActionCode(_:) async") { (it: Auth, code: String) async throws in
      try await it.applyActionCode(code)
    }
    api.member("Auth.sendPasswordReset(withEmail:completion:)") { (it: Auth, email: String) async throws in
      it.sendPasswordReset(withEmail: email, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.sendPasswordReset(withEmail:actionCodeSettings:completion:)") {
      (it: Auth, email: String, actionCodeSettings: ActionCodeSettings?) async throws in
      it.sendPasswordReset(
        withEmail: email, actionCodeSettings: actionCodeSettings, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.sendPasswordReset(withEmail:actionCodeSettings:) async") {
      (it: Auth, email: String, actionCodeSettings: ActionCodeSettings?) async throws in
      try await it.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
    }
    api.member("Auth.sendSignInLink(toEmail:actionCodeSettings:completion:)") {
      (it: Auth, email: String, actionCodeSettings: ActionCodeSettings) async throws in
      it.sendSignInLink(
        toEmail: email, actionCodeSettings: actionCodeSettings, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.sendSignInLink(toEmail:actionCodeSettings:) async") {
      (it: Auth, email: String, actionCodeSettings: ActionCodeSettings) async throws in
      try await it.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
    }
    api.member("Auth.signOut()") { (it: Auth) async throws in try it.signOut() }
    api.member("Auth.isSignIn(withEmailLink:)") { (it: Auth, link: String) async throws in
      let _: Bool = it.isSignIn(withEmailLink: link)
    }
    api.member("Auth.addStateDidChangeListener(_:)") { (it: Auth) async throws in
      let _: any NSObjectProtocol = it.addStateDidChangeListener({ (_: Auth, _: User?) in })
    }
    api.member("Auth.removeStateDidChangeListener(_:)") {
      (it: Auth, listenerHandle: any NSObjectProtocol) async throws in
      it.removeStateDidChangeListener(listenerHandle)
    }
    api.member("Auth.addIDTokenDidChangeListener(_:)") { (it: Auth) async throws in
      let _: any NSObjectProtocol = it.addIDTokenDidChangeListener({ (_: Auth, _: User?) in })
    }
    api.member("Auth.removeIDTokenDidChangeListener(_:)") {
      (it: Auth, listenerHandle: any NSObjectProtocol) async throws in
      it.removeIDTokenDidChangeListener(listenerHandle)
    }
    api.member("Auth.useAppLanguage()") { (it: Auth) async throws in it.useAppLanguage() }
    api.member("Auth.useEmulator(withHost:port:)") { (it: Auth, host: String, port: Int) async throws in
      it.useEmulator(withHost: host, port: port)
    }
    api.member("Auth.revokeToken(withAuthorizationCode:completion:)") {
      (it: Auth, authorizationCode: String) async throws in
      it.revokeToken(withAuthorizationCode: authorizationCode, completion: { (_: (any Error)?) in })
    }
    api.member("Auth.revokeToken(withAuthorizationCode:) async") {
      (it: Auth, authorizationCode: String) async throws in
      try await it.revokeToken(withAuthorizationCode: authorizationCode)
    }
    api.member("Auth.useUserAccessGroup(_:)") { (it: Auth, accessGroup: String?) async throws in
      try it.useUserAccessGroup(accessGroup)
    }
    api.member("Auth.getStoredUser(forAccessGroup:)") { (it: Auth, accessGroup: String?) async throws in
      let _: User? = try it.getStoredUser(forAccessGroup: accessGroup)
    }
    api.member("Auth.canHandle(_:)") { (it: Auth, url: URL) async throws in
      let _: Bool = it.canHandle(url)
    }
    api.member("Auth.authStateDidChangeNotification") {
      let _: NSNotification.Name = Auth.authStateDidChangeNotification
    }
  }

  static func authDataResult(_ api: inout PublicAPI) {
    api.member("AuthDataResult.user") { (it: AuthDataResult) async throws in let _: User = it.user }
    api.member("AuthDataResult.additionalUserInfo") { (it: AuthDataResult) async throws in
      let _: AdditionalUserInfo? = it.additionalUserInfo
    }
    api.member("AuthDataResult.credential") { (it: AuthDataResult) async throws in
      let _: OAuthCredential? = it.credential
    }
  }

  static func authSettings(_ api: inout PublicAPI) {
    api.member("AuthSettings.appVerificationDisabledForTesting") { (it: AuthSettings) async throws in
      it.appVerificationDisabledForTesting = it.appVerificationDisabledForTesting as Bool
    }
    api.member("AuthSettings.isAppVerificationDisabledForTesting") { (it: AuthSettings) async throws in
      it.isAppVerificationDisabledForTesting = it.isAppVerificationDisabledForTesting as Bool
    }
    api.member("AuthSettings.copy(with:)") { (it: AuthSettings, zone: NSZone?) async throws in
      let _: Any = it.copy(with: zone)
    }
  }

  static func authTokenResult(_ api: inout PublicAPI) {
    api.member("AuthTokenResult.token") { (it: AuthTokenResult) async throws in let _: String = it.token }
    api.member("AuthTokenResult.expirationDate") { (it: AuthTokenResult) async throws in
      let _: Date = it.expirationDate
    }
    api.member("AuthTokenResult.authDate") { (it: AuthTokenResult) async throws in
      let _: Date = it.authDate
    }
    api.member("AuthTokenResult.issuedAtDate") { (it: AuthTokenResult) async throws in
      let _: Date = it.issuedAtDate
    }
    api.member("AuthTokenResult.signInProvider") { (it: AuthTokenResult) async throws in
      let _: String = it.signInProvider
    }
    api.member("AuthTokenResult.signInSecondFactor") { (it: AuthTokenResult) async throws in
      let _: String = it.signInSecondFactor
    }
    api.member("AuthTokenResult.claims") { (it: AuthTokenResult) async throws in
      let _: [String: Any] = it.claims
    }
  }
}
