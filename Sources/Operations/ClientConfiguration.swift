import Foundation
import Identity
import IdentityWire

/// What an app has to know of its project, in the forms in which the official SDKs read it. Nothing in it is
/// secret.
public struct ClientConfiguration: Sendable {
  public let project: Project
  /// The host that serves `/__/auth/handler`; clients call it `authDomain`.
  public let authDomain: String

  /// - Parameter authDomain: nil takes the first authorized domain that is not this machine.
  public init(_ project: Project, authDomain: String? = nil) {
    self.project = project
    let hosts = project.authorizedDomains.filter { !$0.hasPrefix(RegisteredName.extensionScheme) }
    let remote = hosts.first { !ReturnPolicy.isLoopback($0) }
    self.authDomain = authDomain ?? remote ?? hosts.first ?? "localhost"
  }

  /// What `initializeApp` of the JavaScript SDK takes. `appId` is there when a web app is registered.
  public var web: JSONValue {
    var members: [String: JSONValue] = [
      "apiKey": .string(project.apiKeys.first ?? ""), "authDomain": .string(authDomain),
      "projectId": .string(project.id.rawValue), "messagingSenderId": .string(project.number),
    ]
    members["appId"] = project.apps.first { $0.platform == .web }.map { .string($0.appID) }
    return .object(members)
  }

  /// `GoogleService-Info.plist` of an Apple app: XML, UTF-8.
  public func propertyList(for app: App) -> Data {
    var members: [String: Any] = [
      "API_KEY": project.apiKeys.first ?? "", "GCM_SENDER_ID": project.number, "PLIST_VERSION": "1",
      "BUNDLE_ID": app.bundleID ?? "", "PROJECT_ID": project.id.rawValue, "GOOGLE_APP_ID": app.appID,
      "IS_ADS_ENABLED": false, "IS_ANALYTICS_ENABLED": false, "IS_APPINVITE_ENABLED": false,
      "IS_GCM_ENABLED": false, "IS_SIGNIN_ENABLED": true,
    ]
    if let clientID = app.clientID {
      members["CLIENT_ID"] = clientID
      members["REVERSED_CLIENT_ID"] = clientID.split(separator: ".").reversed().joined(separator: ".")
    }
    // A dictionary of texts and truth values always has this form.
    return
      (try? PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)) ?? Data()
  }
}
