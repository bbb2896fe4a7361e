import IdentityWire

/// Reads `google-services.json`. Firebase issues this file for Android, and its C++ SDK reads the file on
/// desktops.
///
/// The member `latchkey`, beside Google's members, names your own server: `{"latchkey": {"server_url":
/// "https://…"}, …}`.
enum GoogleServicesFile {
  static func isOne(_ members: [String: JSONValue]) -> Bool {
    members["project_info"]?.objectValue != nil || members["client"]?.arrayValue != nil
  }

  /// Translates the members to the names of the web configuration.
  ///
  /// - Throws: ``AuthError`` with `internalError`.
  static func members(_ file: [String: JSONValue]) throws(AuthError) -> [String: JSONValue] {
    let project = file["project_info"] ?? .null
    let clients = file["client"]?.arrayValue ?? []
    let client = clients.first { key($0) != nil } ?? .null
    var members: [String: JSONValue] = [:]
    members["apiKey"] = key(client)
    members["appId"] = client["client_info"]?["mobilesdk_app_id"]
    members["clientId"] = client["oauth_client"]?.arrayValue?.lazy.compactMap { $0["client_id"] }.first
    members["projectId"] = project["project_id"]
    members["messagingSenderId"] = project["project_number"]
    members["databaseURL"] = project["firebase_url"]
    members["storageBucket"] = project["storage_bucket"]
    for (name, value) in file["latchkey"]?.objectValue ?? [:] {
      // Ignores case: a slightly misspelt name must not make an app use another server.
      guard let own = own[name.lowercased()] else { continue }
      guard members.updateValue(value, forKey: own) == nil else {
        throw AuthError(.internalError, "The configuration has \(name.lowercased()) more than once.")
      }
    }
    return members
  }

  private static let own = [
    "server_url": "serverUrl", "emulator_host": "emulatorHost", "auth_domain": "authDomain",
  ]

  private static func key(_ client: JSONValue) -> JSONValue? {
    client["api_key"]?.arrayValue?.lazy.compactMap { $0["current_key"] }.first { $0.nonEmpty != nil }
  }
}
