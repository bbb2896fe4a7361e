import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("FirebaseOptions")
struct FirebaseOptionsTests {
  private let folder: ConfigurationFolder

  init() throws { folder = try ConfigurationFolder() }

  private func failure(_ text: String) throws -> String? {
    let file = URL(fileURLWithPath: try folder.write("faulty", text))
    return #expect(throws: AuthError.self) { try FirebaseOptions(contentsOf: file) }?.localizedDescription
  }

  @Test("the property list of an Apple app is read")
  func propertyList() throws {
    let path = try folder.write("GoogleService-Info.plist", ConfigurationFolder.propertyList)
    let options = try #require(FirebaseOptions(contentsOfFile: path))
    #expect(options.apiKey == "AIzaApple")
    #expect(options.bundleID == "com.example.app")
    #expect(options.clientID == "518393053160-hxuhetfg.apps.googleusercontent.com")
    #expect(options.gcmSenderID == "518393053160")
    #expect(options.googleAppID == "1:518393053160:ios:2b24332d95b820b2")
    #expect(options.projectID == "example")
    #expect(options.latchkeyURL == nil)
    #expect(options.databaseURL == nil)
  }

  @Test("the configuration for the web is read as it is")
  func web() throws {
    let options = try FirebaseOptions(
      contentsOf: URL(fileURLWithPath: try folder.write("latchkey.json", ConfigurationFolder.web)))
    #expect(options.apiKey == "AIzaWeb")
    #expect(options.googleAppID == "1:518393053160:web:a2dc7ee2d75d4e84")
    #expect(options.authDomain == "auth.example.com")
    #expect(options.gcmSenderID == "518393053160")
    #expect(options.projectID == "example")
  }

  @Test("every name of both forms is read, whatever the size of its letters")
  func names() throws {
    let json = """
      \u{FEFF} {"APIKEY":"k","projectid":" p ","appId":"a","messagingSenderId":"m","bundleId":"b",
       "clientId":"c","x":1,"databaseURL":"d","storageBucket":"s",
       "authDomain":"h","serverURL":"https://auth.example.com/base"}
      """
    let path = try folder.write("any", json)
    let values = try #require(FirebaseOptions(contentsOfFile: path)).values
    #expect(values.apiKey == "k")
    #expect(values.projectID == "p")
    #expect([values.googleAppID, values.gcmSenderID, values.bundleID] == ["a", "m", "b"])
    #expect([values.clientID, values.databaseURL, values.storageBucket] == ["c", "d", "s"])
    #expect(values.authDomain == "h")
    #expect(values.latchkeyURL == URL(string: "https://auth.example.com/base"))

    let list = ConfigurationFolder.propertyList.replacingOccurrences(
      of: "<key>IS_ADS_ENABLED</key>\n\t<false/>",
      with: """
        <key>LATCHKEY_EMULATOR_HOST</key><string>127.0.0.1:9099</string>
        <key>DATABASE_URL</key><string>d</string><key>STORAGE_BUCKET</key><string>s</string>
        """)
    let other = try #require(FirebaseOptions(contentsOfFile: try folder.write("list", list)))
    #expect(other.emulatorHost == "127.0.0.1:9099")
    #expect([other.databaseURL, other.storageBucket] == ["d", "s"])
    let own = list.replacingOccurrences(of: "LATCHKEY_EMULATOR_HOST", with: "LATCHKEY_URL")
      .replacingOccurrences(of: "127.0.0.1:9099", with: "https://auth.example.com")
    let third = try #require(FirebaseOptions(contentsOfFile: try folder.write("own", own)))
    #expect(third.latchkeyURL == URL(string: "https://auth.example.com"))
  }

  @Test("a file that is no good is refused with its name and its fault")
  func faults() throws {
    #expect(try failure("{")?.contains("faulty is not JSON") == true)
    #expect(try failure("nothing")?.contains("neither a JSON object nor a property list") == true)
    #expect(try failure("")?.contains("neither a JSON object nor a property list") == true)
    #expect(try failure(#"{"apiKey":1}"#)?.contains("has a apiKey that is no text") == true)
    #expect(try failure(#"{"apiKey":"a","APIKEY":"b"}"#)?.contains("apiKey more than once") == true)
    let large = #"{"apiKey":"\#(String(repeating: "x", count: 1 << 20))"}"#
    #expect(try failure(large)?.contains("larger than 1048576 bytes") == true)
    for path in [folder.path, folder.path + "/missing", "/dev/zero"] {
      #expect(throws: AuthError.self) { try FirebaseOptions(contentsOf: URL(fileURLWithPath: path)) }
      #expect(FirebaseOptions(contentsOfFile: path) == nil)
    }
  }

  @Test("a pipe is refused at once, without waiting for who may write to it")
  func pipe() throws {
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: AuthError.self) {
      try FirebaseOptions(contentsOf: URL(fileURLWithPath: path))
    }
    #expect(error?.localizedDescription.hasSuffix("is not a file.") == true)
  }

  @Test("options made in code have what was given, and a copy is another object")
  func code() throws {
    let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
    #expect(options.apiKey == nil)
    options.apiKey = "k"
    options.bundleID = "com.example.app"
    options.clientID = "c"
    options.projectID = "p"
    options.databaseURL = "d"
    options.storageBucket = "s"
    options.appGroupID = "g"
    let copy = try #require(options.copy() as? FirebaseOptions)
    #expect(copy == options)
    #expect(copy !== options)
    copy.appGroupID = "h"
    #expect(options.appGroupID == "g")
    #expect(copy != options)

    let url = URL(string: "https://auth.example.com")
    let short = FirebaseOptions(apiKey: "k", projectID: "p", latchkeyURL: url)
    #expect(short.apiKey == "k")
    #expect(short.projectID == "p")
    #expect(short.latchkeyURL == url)
  }
}
