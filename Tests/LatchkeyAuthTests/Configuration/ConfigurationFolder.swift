import Foundation
import Testing

@testable import LatchkeyAuth

/// A directory of its own, which goes with the value.
final class ConfigurationFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "latchkey-configuration-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// - Returns: the file's path.
  @discardableResult
  func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try #require(chmod(file, mode) == 0)
    return file
  }

  /// As `latchkey project show --format web` prints it.
  static let web = """
    {
      "apiKey" : "AIzaWeb",
      "appId" : "1:518393053160:web:a2dc7ee2d75d4e84",
      "authDomain" : "auth.example.com",
      "messagingSenderId" : "518393053160",
      "projectId" : "example"
    }
    """

  /// As `latchkey project show --format plist` prints it.
  static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>API_KEY</key>
    \t<string>AIzaApple</string>
    \t<key>BUNDLE_ID</key>
    \t<string>com.example.app</string>
    \t<key>CLIENT_ID</key>
    \t<string>518393053160-hxuhetfg.apps.googleusercontent.com</string>
    \t<key>GCM_SENDER_ID</key>
    \t<string>518393053160</string>
    \t<key>GOOGLE_APP_ID</key>
    \t<string>1:518393053160:ios:2b24332d95b820b2</string>
    \t<key>IS_ADS_ENABLED</key>
    \t<false/>
    \t<key>PLIST_VERSION</key>
    \t<string>1</string>
    \t<key>PROJECT_ID</key>
    \t<string>example</string>
    \t<key>REVERSED_CLIENT_ID</key>
    \t<string>com.googleusercontent.apps.518393053160-hxuhetfg</string>
    </dict>
    </plist>
    """
}
