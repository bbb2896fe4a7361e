import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite("FirebaseApp")
struct FirebaseAppTests {
  private let registry = AppRegistry()
  private let options = FirebaseOptions(apiKey: "AIzaTest", projectID: "example")

  private func refusal(_ options: FirebaseOptions, name: String = "app") -> AuthError? {
    #expect(throws: AuthError.self) { _ = try registry.add(name, options) }
  }

  @Test("an app has the options it was configured with, whatever becomes of the object")
  func copied() throws {
    let app = try registry.add("app", options)
    options.apiKey = "other"
    app.options.apiKey = "third"
    #expect(app.options.apiKey == "AIzaTest")
    #expect(app.name == "app")
    #expect(registry["app"] === app)
    #expect(registry["other"] == nil)
    app.isDataCollectionDefaultEnabled = false
    #expect(!app.isDataCollectionDefaultEnabled)
  }

  @Test("a name is taken once, until the app is deleted")
  func taken() throws {
    let app = try registry.add("app", options)
    #expect(refusal(options)?.localizedDescription == "The app app is configured already.")
    let ran = Mutex(0)
    app.whenDeleted { ran.withLock { $0 += 1 } }
    var answers: [Bool] = []
    app.delete { answers.append($0) }
    app.delete { answers.append($0) }
    #expect(answers == [true, false])
    #expect(ran.withLock { $0 } == 1)
    app.whenDeleted { ran.withLock { $0 += 1 } }
    #expect(ran.withLock { $0 } == 2)
    #expect(registry["app"] == nil)
    let successor = try registry.add("app", options)
    #expect(successor !== app)
    app.delete { _ in }
    #expect(registry["app"] === successor)
  }

  @Test(
    "malformed names are refused",
    arguments: ["", "a b", "ä", "a/b", "a\n", String(repeating: "a", count: 257)])
  func names(_ name: String) {
    #expect(refusal(options, name: name)?.authErrorCode == .internalError)
    #expect(registry.all.isEmpty)
  }

  @Test("options without a key are refused", arguments: [nil, ""])
  func noKey(_ key: String?) {
    options.apiKey = key
    #expect(refusal(options)?.authErrorCode == .invalidAPIKey)
  }

  @Test(
    "a server's address is https, or http on this machine",
    arguments: [
      "https://auth.example.com", "https://auth.example.com:8443/base/", "http://localhost:9099",
      "http://127.0.0.1:9099", "http://127.8.8.8", "http://[::1]:9099", "http://auth.localhost",
    ])
  func addresses(_ text: String) throws {
    options.latchkeyURL = URL(string: text)
    #expect(try registry.add("app", options).options.latchkeyURL?.absoluteString == text)
  }

  @Test(
    "other addresses of a server are refused",
    arguments: [
      "http://auth.example.com", "http://127.0.0.1.example.com", "http://localhost.example.com",
      "ftp://localhost",
      "auth.example.com", "/path", "https://", "https://user@auth.example.com",
      "https://:pass@auth.example.com",
      "https://auth.example.com/?a=b", "https://auth.example.com/#a", "http://192.168.1.1",
      "file:///etc/passwd",
      "http://127.1", "http://+127.0.0.1", "http://0.0.0.0",
    ])
  func otherAddresses(_ text: String) {
    options.latchkeyURL = URL(string: text)
    #expect(refusal(options)?.authErrorCode == .internalError)
  }

  @Test("the emulator's address is a host and a port, and not beside a server's")
  func emulator() throws {
    for text in ["127.0.0.1:9099", "localhost:1", "[::1]:65535", "emulator.internal:80"] {
      #expect(EmulatorAddress(text) != nil)
    }
    #expect(EmulatorAddress("[::1]:9099")?.host == "::1")
    #expect(EmulatorAddress("[::1]:9099")?.port == 9099)
    for text in [
      "", "localhost", ":9099", "localhost:", "localhost:0", "localhost:65536", "localhost:+1", "::1:9",
      "http://localhost:9099", "a b:1", "[]:1", "[a]:1", "user@host:1", "host/path:1",
    ] {
      options.emulatorHost = text
      #expect(refusal(options)?.localizedDescription.contains("127.0.0.1:9099") == true, "\(text)")
    }
    options.emulatorHost = "localhost:9099"
    options.latchkeyURL = URL(string: "https://auth.example.com")
    #expect(refusal(options)?.localizedDescription.contains("Keep one") == true)
  }

  @Test("apps are configured, found by name and deleted through the class")
  func statics() async throws {
    let name = "app-\(UUID().uuidString)"
    #expect(FirebaseApp.app(name: name) == nil)
    FirebaseApp.configure(name: name, options: options)
    let app = try #require(FirebaseApp.app(name: name))
    #expect(FirebaseApp.allApps?[name] === app)
    #expect(throws: AuthError.self) { try FirebaseApp.tryConfigure(name: name, options: options) }
    #expect(await app.delete())
    #expect(await !app.delete())
    #expect(FirebaseApp.app(name: name) == nil)
    #expect(try FirebaseApp.tryConfigure(name: name, options: options).name == name)
    #expect(await FirebaseApp.app(name: name)?.delete() == true)
  }

  @Test("of many threads that configure one name, one succeeds")
  func race() async throws {
    let wins = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask { [registry] in
          (try? registry.add("one", FirebaseOptions(apiKey: "AIzaTest"))) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 1)
  }
}
