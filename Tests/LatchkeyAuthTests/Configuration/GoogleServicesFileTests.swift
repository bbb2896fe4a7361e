import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("google-services.json")
struct GoogleServicesFileTests {
  private static let file = """
    {
      "project_info": {
        "project_number": "518393053160", "firebase_url": "https://db.example.com",
        "project_id": "example", "storage_bucket": "example.appspot.com"
      },
      "client": [
        { "client_info": { "mobilesdk_app_id": "1:518393053160:android:0" }, "api_key": [] },
        {
          "client_info": { "mobilesdk_app_id": "1:518393053160:android:1" },
          "oauth_client": [ { "client_id": "id.example.com", "client_type": 3 } ],
          "api_key": [ { "current_key": "AIzaAndroid" } ]
        }
      ]OWN
    }
    """

  private func options(own: String = "") throws(AuthError) -> FirebaseOptions {
    try FirebaseOptions(json: Data(Self.file.replacing("OWN", with: own).utf8))
  }

  @Test("its first client with a key is taken")
  func client() throws {
    let values = try options().values
    #expect(values.apiKey == "AIzaAndroid")
    #expect(values.googleAppID == "1:518393053160:android:1")
    #expect(values.clientID == "id.example.com")
    #expect(values.projectID == "example")
    #expect(values.gcmSenderID == "518393053160")
    #expect(values.databaseURL == "https://db.example.com")
    #expect(values.storageBucket == "example.appspot.com")
    #expect(values.latchkeyURL == nil)
  }

  @Test("a server of one's own is named beside Google's members, and once")
  func own() throws {
    let address = "https://auth.example.com"
    #expect(
      try options(own: #", "latchkey": {"Server_URL": "\#(address)"}"#).latchkeyURL?.absoluteString == address
    )
    #expect(
      try options(own: #", "latchkey": {"emulator_host": "127.0.0.1:9099"}"#).emulatorHost == "127.0.0.1:9099"
    )
    for wrong in [
      #""server_url": "\#(address)", "SERVER_URL": "https://other.example.com""#,
      #""server_url": "http://auth.example.com""#,
      #""server_url": 1"#,
    ] {
      let error = #expect(throws: AuthError.self) { try options(own: #", "latchkey": {\#(wrong)}"#) }
      #expect(error?.authErrorCode == .internalError)
    }
  }

  @Test("it is found by its name where that is looked for, and not elsewhere")
  func search() throws {
    let folder = try ConfigurationFolder()
    try folder.write("google-services.json", Self.file.replacing("OWN", with: ""))
    var search = ConfigurationSearch(directories: [folder.path], owners: [geteuid()])
    #expect(try search.find() == nil)
    search.fileNames = ["google-services-desktop.json", "google-services.json"]
    #expect(try search.find()?.apiKey == "AIzaAndroid")
    try folder.write("google-services-desktop.json", "{}")
    #expect(throws: AuthError.self) { try search.find() }
  }
}
