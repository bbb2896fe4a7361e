import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T25: links into foreign apps", .fewAtOnce)
struct T25AppLinkTests {
  // Fails when ActionCodeSettings takes any app that a request names.
  @Test("a mailed link names no app that the project has not registered")
  func apps() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = ["https://auth.example.com"]
    try await TestServer.run(options) { server in
      try await server.changeProject { project in
        project.authorizedDomains = ["app.example.com"]
        project.signIn.emailLinkEnabled = true
        project.apps = [
          App(platform: .ios, appID: "1:1:ios:1", bundleID: "com.example.app"),
          App(platform: .android, appID: "1:1:android:1", packageName: "com.example.droid"),
        ]
      }
      let key = try await server.project().apiKeys[0]
      func send(_ app: [String: JSONValue]) async throws -> TestResponse {
        let message: [String: JSONValue] = [
          "email": "ann@example.com", "continueUrl": "https://app.example.com/", "canHandleCodeInApp": true,
        ]
        return try await server.sendOob("EMAIL_SIGNIN", message.merging(app) { $1 }, key: key)
      }
      let foreign: [[String: JSONValue]] = [
        ["iOSBundleId": "com.evil.app"], ["androidPackageName": "com.evil.droid"],
        ["iOSBundleId": "com.example.droid"], ["androidPackageName": "com.example.app"],
        ["iOSBundleId": "com.example.app", "androidPackageName": "com.evil.droid"],
        ["iOSBundleId": "com.evil.app", "androidPackageName": "com.example.droid"],
        ["iOSBundleId": "com.example.ap"], ["iOSBundleId": "com.example.app "],
        ["iOSBundleId": "COM.EXAMPLE.APP"],
      ]
      for app in foreign {
        let response = try await send(app)
        #expect(response.status == 400, "\(app)")
        #expect(
          response.json["error"]?["message"]?.stringValue?.hasPrefix("INVALID_APP_ID") == true, "\(app)")
      }
      #expect(server.mails.isEmpty)
      #expect(
        try await send(["iOSBundleId": "com.example.app", "androidPackageName": "com.example.droid"]).status
          == 200)
      let link = try server.mail("EMAIL_SIGNIN", to: "ann@example.com").link
      #expect(link.contains("ibi=com.example.app") && link.contains("apn=com.example.droid"))
    }
  }
}
