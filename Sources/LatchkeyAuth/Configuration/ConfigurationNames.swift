import Foundation

/// The names of the values in a configuration file. ``FirebaseOptions/init(contentsOf:)`` lists them.
enum ConfigurationNames {
  struct Name: Sendable {
    let propertyList: String
    let json: String
    let set: @Sendable (inout FirebaseOptions.Values, String) -> Bool
  }

  /// `set` returns false for an invalid value.
  static let all: [Name] = [
    Name("API_KEY", "apiKey") { $0.apiKey = $1 },
    Name("PROJECT_ID", "projectId") { $0.projectID = $1 },
    Name("GOOGLE_APP_ID", "appId") { $0.googleAppID = $1 },
    Name("GCM_SENDER_ID", "messagingSenderId") { $0.gcmSenderID = $1 },
    Name("BUNDLE_ID", "bundleId") { $0.bundleID = $1 },
    Name("CLIENT_ID", "clientId") { $0.clientID = $1 },
    Name("DATABASE_URL", "databaseURL") { $0.databaseURL = $1 },
    Name("STORAGE_BUCKET", "storageBucket") { $0.storageBucket = $1 },
    Name("LATCHKEY_AUTH_DOMAIN", "authDomain") { $0.authDomain = $1 },
    Name("LATCHKEY_EMULATOR_HOST", "emulatorHost") { $0.emulatorHost = $1 },
    Name(propertyList: "LATCHKEY_URL", json: "serverUrl") { values, text in
      values.latchkeyURL = URL(string: text)
      return values.latchkeyURL != nil
    },
  ]
}

extension ConfigurationNames.Name {
  init(
    _ propertyList: String, _ json: String,
    _ set: @escaping @Sendable (inout FirebaseOptions.Values, String) -> Void
  ) {
    self.init(propertyList: propertyList, json: json) { values, text in
      set(&values, text)
      return true
    }
  }
}
