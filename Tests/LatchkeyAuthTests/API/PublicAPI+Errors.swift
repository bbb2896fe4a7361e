import FirebaseAuth
import FirebaseCore
import Foundation

extension PublicAPI {
  static func authErrors(_ api: inout PublicAPI) {
    api.member("AuthErrors.domain") { let _: String = AuthErrors.domain }
    api.member("AuthErrors.userInfoNameKey") { let _: String = AuthErrors.userInfoNameKey }
    api.member("AuthErrors.userInfoEmailKey") { let _: String = AuthErrors.userInfoEmailKey }
    api.member("AuthErrors.userInfoUpdatedCredentialKey") {
      let _: String = AuthErrors.userInfoUpdatedCredentialKey
    }
    api.member("AuthErrors.userInfoMultiFactorResolverKey") {
      let _: String = AuthErrors.userInfoMultiFactorResolverKey
    }
    api.member("AuthErrorCode.code") { (it: AuthErrorCode) async throws in let _: AuthErrorCode = it.code }
  }

  static func authUIDelegate(_ api: inout PublicAPI) {
    api.member("AuthUIDelegate.dismiss(animated:completion:)") {
      @MainActor (it: any AuthUIDelegate, flag: Bool) async throws in
      it.dismiss(animated: flag, completion: {})
    }
  }
}
