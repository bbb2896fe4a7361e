import FirebaseAuth
import FirebaseCore
import Foundation

extension PublicAPI {
  static func additionalUserInfo(_ api: inout PublicAPI) {
    api.member("AdditionalUserInfo.providerID") { (it: AdditionalUserInfo) async throws in
      let _: String = it.providerID
    }
    api.member("AdditionalUserInfo.profile") { (it: AdditionalUserInfo) async throws in
      let _: [String: Any]? = it.profile
    }
    api.member("AdditionalUserInfo.username") { (it: AdditionalUserInfo) async throws in
      let _: String? = it.username
    }
    api.member("AdditionalUserInfo.isNewUser") { (it: AdditionalUserInfo) async throws in
      let _: Bool = it.isNewUser
    }
    api.member("AdditionalUserInfo.newUser()") { (it: AdditionalUserInfo) async throws in
      let _: Bool = it.newUser()
    }
  }

  static func user(_ api: inout PublicAPI) {
    api.member("User.isAnonymous") { (it: User) async throws in let _: Bool = it.isAnonymous }
    api.member("User.anonymous()") { (it: User) async throws in let _: Bool = it.anonymous() }
    api.member("User.isEmailVerified") { (it: User) async throws in let _: Bool = it.isEmailVerified }
    api.member("User.emailVerified()") { (it: User) async throws in let _: Bool = it.emailVerified() }
    api.member("User.providerData") { (it: User) async throws in let _: [any UserInfo] = it.providerData }
    api.member("User.metadata") { (it: User) async throws in let _: UserMetadata = it.metadata }
    api.member("User.tenantID") { (it: User) async throws in let _: String? = it.tenantID }
    api.member("User.multiFactor") { (it: User) async throws in let _: MultiFactor = it.multiFactor }
    api.member("User.updatePassword(to:completion:)") { (it: User, password: String) async throws in
      it.updatePassword(to: password, completion: { (_: (any Error)?) in })
    }
    api.member("User.updatePassword(to:) async") { (it: User, password: String) async throws in
      try await it.updatePassword(to: password)
    }
    api.member("User.updatePhoneNumber(_:completion:)") {
      (it: User, credential: PhoneAuthCredential) async throws in
      it.updatePhoneNumber(credential, completion: { (_: (any Error)?) in })
    }
    api.member("User.updatePhoneNumber(_:) async") {
      (it: User, credential: PhoneAuthCredential) async throws in
      try await it.updatePhoneNumber(credential)
    }
    api.member("User.createProfileChangeRequest()") { (it: User) async throws in
      let _: UserProfileChangeRequest = it.createProfileChangeRequest()
    }
    api.member("User.refreshToken") { (it: User) async throws in let _: String? = it.refreshToken }
    api.member("User.reload(completion:)") { (it: User) async throws in
      it.reload(completion: { (_: (any Error)?) in })
    }
    api.member("User.reload() async") { (it: User) async throws in try await it.reload() }
    api.member("User.reauthenticate(with:completion:)") {
      (it: User, credential: AuthCredential) async throws in
      it.reauthenticate(with: credential, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("User.reauthenticate(with:) async") { (it: User, credential: AuthCredential) async throws in
      let _: AuthDataResult = try await it.reauthenticate(with: credential)
    }
    api.member("User.reauthenticate(with:uiDelegate:completion:)") {
      (it: User, provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      it.reauthenticate(
        with: provider, uiDelegate: uiDelegate, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("User.reauthenticate(with:uiDelegate:) async") {
      (it: User, provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      let _: AuthDataResult = try await it.reauthenticate(with: provider, uiDelegate: uiDelegate)
    }
    api.member("User.getIDToken(completion:)") { (it: User) async throws in
      it.getIDToken(completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("User.getIDTokenForcingRefresh(_:completion:)") {
      (it: User, forceRefresh: Bool) async throws in
      it.getIDTokenForcingRefresh(forceRefresh, completion: { (_: String?, _: (any Error)?) in })
    }
    api.member("User.getIDToken(forcingRefresh:) async") { (it: User, forceRefresh: Bool) async throws in
      let _: String = try await it.getIDToken(forcingRefresh: forceRefresh)
    }
    api.member("User.idTokenForcingRefresh(_:) async") { (it: User, forceRefresh: Bool) async throws in
      let _: String = try await it.idTokenForcingRefresh(forceRefresh)
    }
    api.member("User.getIDTokenResult(completion:)") { (it: User) async throws in
      it.getIDTokenResult(completion: { (_: AuthTokenResult?, _: (any Error)?) in })
    }
    api.member("User.getIDTokenResult(forcingRefresh:completion:)") {
      (it: User, forcingRefresh: Bool) async throws in
      it.getIDTokenResult(
        forcingRefresh: forcingRefresh, completion: { (_: AuthTokenResult?, _: (any Error)?) in })
    }
    api.member("User.getIDTokenResult(forcingRefresh:) async") {
      (it: User, forceRefresh: Bool) async throws in
      let _: AuthTokenResult = try await it.getIDTokenResult(forcingRefresh: forceRefresh)
    }
    api.member("User.link(with:completion:)") { (it: User, credential: AuthCredential) async throws in
      it.link(with: credential, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("User.link(with:) async") { (it: User, credential: AuthCredential) async throws in
      let _: AuthDataResult = try await it.link(with: credential)
    }
    api.member("User.link(with:uiDelegate:completion:)") {
      (it: User, provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      it.link(
        with: provider, uiDelegate: uiDelegate, completion: { (_: AuthDataResult?, _: (any Error)?) in })
    }
    api.member("User.link(with:uiDelegate:) async") {
      (it: User, provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?) async throws in
      let _: AuthDataResult = try await it.link(with: provider, uiDelegate: uiDelegate)
    }
    api.member("User.unlink(fromProvider:completion:)") { (it: User, provider: String) async throws in
      it.unlink(fromProvider: provider, completion: { (_: User?, _: (any Error)?) in })
    }
    api.member("User.unlink(fromProvider:) async") { (it: User, provider: String) async throws in
      let _: User = try await it.unlink(fromProvider: provider)
    }
    api.member("User.sendEmailVerification(with:completion:)") {
      (it: User, actionCodeSettings: ActionCodeSettings?) async throws in
      it.sendEmailVerification(with: actionCodeSettings, completion: { (_: (any Error)?) in })
    }
    api.member("User.sendEmailVerification(with:) async") {
      (it: User, actionCodeSettings: ActionCodeSettings?) async throws in
      try await it.sendEmailVerification(with: actionCodeSettings)
    }
    api.member("User.delete(completion:)") { (it: User) async throws in
      it.delete(completion: { (_: (any Error)?) in })
    }
    api.member("User.delete() async") { (it: User) async throws in try await it.delete() }
    api.member("User.sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:completion:)") {
      (it: User, email: String, actionCodeSettings: ActionCodeSettings?) async throws in
      it.sendEmailVerification(
        beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings,
        completion: { (_: (any Error)?) in })
    }
    api.member("User.sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:) async") {
      (it: User, newEmail: String, actionCodeSettings: ActionCodeSettings?) async throws in
      try await it.sendEmailVerification(
        beforeUpdatingEmail: newEmail, actionCodeSettings: actionCodeSettings)
    }
    api.member("User.providerID") { (it: User) async throws in let _: String = it.providerID }
    api.member("User.uid") { (it: User) async throws in let _: String = it.uid }
    api.member("User.displayName") { (it: User) async throws in it.displayName = it.displayName as String? }
    api.member("User.photoURL") { (it: User) async throws in it.photoURL = it.photoURL as URL? }
    api.member("User.email") { (it: User) async throws in let _: String? = it.email }
    api.member("User.phoneNumber") { (it: User) async throws in let _: String? = it.phoneNumber }
  }

  static func userInfo(_ api: inout PublicAPI) {
    api.member("UserInfo.providerID") { (it: any UserInfo) async throws in let _: String = it.providerID }
    api.member("UserInfo.uid") { (it: any UserInfo) async throws in let _: String = it.uid }
    api.member("UserInfo.displayName") { (it: any UserInfo) async throws in
      let _: String? = it.displayName
    }
    api.member("UserInfo.photoURL") { (it: any UserInfo) async throws in let _: URL? = it.photoURL }
    api.member("UserInfo.email") { (it: any UserInfo) async throws in let _: String? = it.email }
    api.member("UserInfo.phoneNumber") { (it: any UserInfo) async throws in
      let _: String? = it.phoneNumber
    }
  }

  static func userMetadata(_ api: inout PublicAPI) {
    api.member("UserMetadata.lastSignInDate") { (it: UserMetadata) async throws in
      let _: Date? = it.lastSignInDate
    }
    api.member("UserMetadata.creationDate") { (it: UserMetadata) async throws in
      let _: Date? = it.creationDate
    }
  }

  static func userProfileChangeRequest(_ api: inout PublicAPI) {
    api.member("UserProfileChangeRequest.displayName") { (it: UserProfileChangeRequest) async throws in
      it.displayName = it.displayName as String?
    }
    api.member("UserProfileChangeRequest.photoURL") { (it: UserProfileChangeRequest) async throws in
      it.photoURL = it.photoURL as URL?
    }
    api.member("UserProfileChangeRequest.commitChanges(completion:)") {
      (it: UserProfileChangeRequest) async throws in
      it.commitChanges(completion: { (_: (any Error)?) in })
    }
    api.member("UserProfileChangeRequest.commitChanges() async") {
      (it: UserProfileChangeRequest) async throws in
      try await it.commitChanges()
    }
  }
}
