import FirebaseAuth
import FirebaseCore
import Foundation

extension PublicAPI {
  static func actionCodeInfo(_ api: inout PublicAPI) {
    api.member("ActionCodeInfo.operation") { (it: ActionCodeInfo) async throws in
      let _: ActionCodeOperation = it.operation
    }
    api.member("ActionCodeInfo.email") { (it: ActionCodeInfo) async throws in let _: String = it.email }
    api.member("ActionCodeInfo.previousEmail") { (it: ActionCodeInfo) async throws in
      let _: String? = it.previousEmail
    }
  }

  static func actionCodeSettings(_ api: inout PublicAPI) {
    api.member("ActionCodeSettings.url") { (it: ActionCodeSettings) async throws in
      it.url = it.url as URL?
    }
    api.member("ActionCodeSettings.handleCodeInApp") { (it: ActionCodeSettings) async throws in
      it.handleCodeInApp = it.handleCodeInApp as Bool
    }
    api.member("ActionCodeSettings.iOSBundleID") { (it: ActionCodeSettings) async throws in
      it.iOSBundleID = it.iOSBundleID as String?
    }
    api.member("ActionCodeSettings.androidPackageName") { (it: ActionCodeSettings) async throws in
      it.androidPackageName = it.androidPackageName as String?
    }
    api.member("ActionCodeSettings.androidMinimumVersion") { (it: ActionCodeSettings) async throws in
      it.androidMinimumVersion = it.androidMinimumVersion as String?
    }
    api.member("ActionCodeSettings.androidInstallIfNotAvailable") { (it: ActionCodeSettings) async throws in
      it.androidInstallIfNotAvailable = it.androidInstallIfNotAvailable as Bool
    }
    api.member("ActionCodeSettings.linkDomain") { (it: ActionCodeSettings) async throws in
      it.linkDomain = it.linkDomain as String?
    }
    api.member("ActionCodeSettings.init()") { let _: ActionCodeSettings = ActionCodeSettings() }
    api.member("ActionCodeSettings.setAndroidPackageName(_:installIfNotAvailable:minimumVersion:)") {
      (
        it: ActionCodeSettings, androidPackageName: String, installIfNotAvailable: Bool,
        minimumVersion: String?
      ) async throws in
      it.setAndroidPackageName(
        androidPackageName, installIfNotAvailable: installIfNotAvailable, minimumVersion: minimumVersion)
    }
    api.member("ActionCodeSettings.setIOSBundleID(_:)") {
      (it: ActionCodeSettings, bundleID: String) async throws in
      it.setIOSBundleID(bundleID)
    }
  }

  static func actionCodeURL(_ api: inout PublicAPI) {
    api.member("ActionCodeURL.apiKey") { (it: ActionCodeURL) async throws in let _: String? = it.apiKey }
    api.member("ActionCodeURL.operation") { (it: ActionCodeURL) async throws in
      let _: ActionCodeOperation = it.operation
    }
    api.member("ActionCodeURL.code") { (it: ActionCodeURL) async throws in let _: String? = it.code }
    api.member("ActionCodeURL.continueURL") { (it: ActionCodeURL) async throws in
      let _: URL? = it.continueURL
    }
    api.member("ActionCodeURL.languageCode") { (it: ActionCodeURL) async throws in
      let _: String? = it.languageCode
    }
    api.member("ActionCodeURL.init(link:)") { (link: String) async throws in
      let _: ActionCodeURL? = ActionCodeURL(link: link)
    }
  }
}
