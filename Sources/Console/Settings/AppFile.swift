import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations
import WebPages

/// A file with an app's configuration of its project and the server. Nothing in it is secret.
enum AppFile: String, CaseIterable {
  case propertyList = "GoogleService-Info.plist"
  case android = "google-services.json"
  case desktop = "google-services-desktop.json"
  case web = "firebase-config.json"
  case latchkey = "latchkey.json"

  /// The files that the app's SDKs read.
  static func all(for app: App) -> [AppFile] {
    switch app.platform {
    case .ios: [.propertyList, .latchkey]
    case .android: [.android, .latchkey]
    case .desktop: [.desktop, .latchkey]
    case .web: [.web, .latchkey]
    }
  }

  /// The key of the text that explains the file.
  var key: String {
    switch self {
    case .propertyList: "propertyList"
    case .android: "android"
    case .desktop: "desktop"
    case .web: "web"
    case .latchkey: "latchkey"
    }
  }

  func response(for app: App, _ configuration: ClientConfiguration) -> Response {
    let content: Data =
      switch self {
      case .propertyList: configuration.propertyList(for: app)
      case .android, .desktop: Data((JSONText.pretty(configuration.googleServices(for: app)) + "\n").utf8)
      case .web: Data((JSONText.pretty(configuration.web) + "\n").utf8)
      case .latchkey: Data((JSONText.pretty(configuration.latchkey(for: app)) + "\n").utf8)
      }
    var headers = HTTPFields()
    headers[.contentType] = self == .propertyList ? "application/xml" : "application/json"
    headers[.contentDisposition] = "attachment; filename=\"\(rawValue)\""
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: Array(content))))
  }
}

extension ConsoleDomain {
  /// The configuration that apps need of a project and this server.
  func configuration(of project: Project) -> ClientConfiguration {
    let origin = origins.first
    let host = origin.flatMap(ClientConfiguration.host)
    return ClientConfiguration(
      project, authDomain: host,
      server: development ? host.map { .development($0) } : origin.map { .address($0) })
  }
}
