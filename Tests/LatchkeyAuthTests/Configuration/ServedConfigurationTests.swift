import Foundation
import Identity
import IdentityWire
import Operations
import Testing

@testable import LatchkeyAuth

@Suite("The configuration files that a project hands out")
struct ServedConfigurationTests {
  private static func configuration(_ server: ClientConfiguration.Server?) throws -> ClientConfiguration {
    let id = try #require(ProjectID(rawValue: "my-app"))
    var project = Project(
      id: id, number: "518393053160", apiKeys: ["AIzaKey"],
      authorizedDomains: ["localhost", "auth.example.com"], createdAt: Instant(seconds: 0))
    project.apps = [
      App(platform: .web, appID: "1:518393053160:web:1"),
      App(
        platform: .ios, appID: "1:518393053160:ios:2", bundleID: "com.example.app",
        clientID: "518393053160-abc.apps.googleusercontent.com"),
      App(platform: .android, appID: "1:518393053160:android:3", packageName: "com.example.droid"),
      App(platform: .desktop, appID: "1:518393053160:desktop:4"),
    ]
    return ClientConfiguration(project, server: server)
  }

  private static func values(_ data: Data) throws -> FirebaseOptions.Values {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let values = try ConfigurationFileReader.read(file.path)
    try OptionsCheck.check(values)
    return values
  }

  @Test("each of them configures the SDK, and leads it to the server")
  func read() throws {
    let configuration = try Self.configuration(.address("https://auth.example.com"))
    for app in configuration.project.apps {
      var files = [Data(JSONText.pretty(configuration.latchkey(for: app)).utf8)]
      switch app.platform {
      case .ios: files.append(configuration.propertyList(for: app))
      case .android, .desktop:
        files.append(Data(JSONText.pretty(configuration.googleServices(for: app)).utf8))
      case .web: break
      }
      for file in files {
        let values = try Self.values(file)
        #expect(values.apiKey == "AIzaKey" && values.projectID == "my-app")
        #expect(values.googleAppID == app.appID && values.gcmSenderID == "518393053160")
        #expect(values.authDomain == "auth.example.com")
        #expect(values.latchkeyURL?.absoluteString == "https://auth.example.com")
        #expect(values.emulatorHost == nil && values.clientID == app.clientID)
        if let bundleID = app.bundleID { #expect(values.bundleID == bundleID) }
      }
    }
  }

  @Test("a development server's say so, and what names no server leaves it to the app")
  func servers() throws {
    let development = try Self.configuration(.development("127.0.0.1:9099"))
    let unknown = try Self.configuration(nil)
    for app in development.project.apps {
      func files(_ configuration: ClientConfiguration) -> [Data] {
        [
          Data(JSONText.pretty(configuration.latchkey(for: app)).utf8),
          Data(JSONText.pretty(configuration.googleServices(for: app)).utf8),
          configuration.propertyList(for: app),
        ]
      }
      for file in files(development) {
        let values = try Self.values(file)
        #expect(values.emulatorHost == "127.0.0.1:9099" && values.latchkeyURL == nil)
      }
      for file in files(unknown) {
        let values = try Self.values(file)
        #expect(values.emulatorHost == nil && values.latchkeyURL == nil)
      }
    }
  }
}
