import Foundation
import Identity
import IdentityWire

/// The facts that an app needs about its project, in the formats of the official SDKs. Nothing in it is
/// secret.
public struct ClientConfiguration: Sendable {
  public let project: Project
  /// The host that serves `/__/auth/handler`; clients call it `authDomain`.
  public let authDomain: String
  /// The address at which apps reach the server; nil if it is not known here.
  public let server: Server?

  public enum Server: Sendable, Equatable {
    /// `https://auth.example.com`.
    case address(String)
    /// Host and port of a development server, `127.0.0.1:9099`.
    case development(String)
  }

  /// A placeholder for an unknown host of the server. The project's authorized domains do not help: they
  /// belong to the apps.
  public static let unknownHost = "YOUR-SERVER"

  /// The default address of a development server.
  public static let developmentHost = "127.0.0.1:9099"

  /// Returns the host and port of a server's origin.
  public static func host(of origin: String) -> String? {
    origin.range(of: "://").map { String(origin[$0.upperBound...]) }
  }

  /// - Parameter authDomain: nil to use the server's host, or ``unknownHost`` without a server.
  public init(_ project: Project, authDomain: String? = nil, server: Server? = nil) {
    self.project = project
    self.server = server
    let host: String? =
      switch server {
      case .address(let address): Self.host(of: address)
      case .development(let host): host
      case nil: nil
      }
    self.authDomain = authDomain ?? host ?? Self.unknownHost
  }

  /// The argument of the JavaScript SDK's `initializeApp`. Contains `appId` if a web app is registered.
  public var web: JSONValue { .object(web(for: project.apps.first { $0.platform == .web })) }

  private func web(for app: App?) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "apiKey": .string(project.apiKeys.first ?? ""), "authDomain": .string(authDomain),
      "projectId": .string(project.id.rawValue), "messagingSenderId": .string(project.number),
    ]
    members["appId"] = app.map { .string($0.appID) }
    return members
  }

  /// Returns `latchkey.json`: the same facts for this server's own SDKs, with the server's address.
  public func latchkey(for app: App) -> JSONValue {
    var members = web(for: app)
    members["bundleId"] = app.bundleID.map { .string($0) }
    members["clientId"] = app.clientID.map { .string($0) }
    switch server {
    case .address(let address): members["serverUrl"] = .string(address)
    case .development(let host): members["emulatorHost"] = .string(host)
    case nil: break
    }
    return .object(members)
  }

  /// Returns `google-services.json` of an Android app, or `google-services-desktop.json` of a desktop app.
  public func googleServices(for app: App) -> JSONValue {
    var client: [String: JSONValue] = ["mobilesdk_app_id": .string(app.appID)]
    client["android_client_info"] = app.packageName.map { ["package_name": .string($0)] }
    var own: [String: JSONValue] = ["auth_domain": .string(authDomain)]
    switch server {
    case .address(let address): own["server_url"] = .string(address)
    case .development(let host): own["emulator_host"] = .string(host)
    case nil: break
    }
    return [
      "project_info": [
        "project_number": .string(project.number), "project_id": .string(project.id.rawValue),
        // Android's build requires a name, although no bucket exists.
        "storage_bucket": .string("\(project.id).appspot.com"),
      ],
      "client": [
        [
          "client_info": .object(client), "oauth_client": [],
          "api_key": [["current_key": .string(project.apiKeys.first ?? "")]],
          "services": ["appinvite_service": ["other_platform_oauth_client": []]],
        ]
      ],
      "configuration_version": "1", "latchkey": .object(own),
    ]
  }

  /// Returns `GoogleService-Info.plist` of an Apple app: XML, UTF-8.
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
    switch server {
    case .address(let address): members["LATCHKEY_URL"] = address
    case .development(let host): members["LATCHKEY_EMULATOR_HOST"] = host
    case nil: break
    }
    if server != nil { members["LATCHKEY_AUTH_DOMAIN"] = authDomain }
    // Cannot fail: a dictionary of texts and booleans always has this form.
    return
      (try? PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)) ?? Data()
  }
}
