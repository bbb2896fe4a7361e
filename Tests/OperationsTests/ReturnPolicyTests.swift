import Foundation
import Identity
import IdentityWire
import Testing

@testable import Operations

@Suite("Where a sign-in may return to")
struct ReturnPolicyTests {
  private static let policy = ReturnPolicy(project: project, origins: ["https://auth.example:8443"])

  private static let project: Project = {
    var project = Project(
      id: ProjectID(rawValue: "example")!, number: "123456789012", apiKeys: ["key"],
      authorizedDomains: ["app.example", "127.0.0.1", "localhost", "Upper.Example"],
      createdAt: Instant(seconds: 0))
    project.apps = [
      App(
        platform: .ios, appID: "1:1:ios:a", bundleID: "com.example.one",
        clientID: "1-a.apps.googleusercontent.com"),
      App(platform: .ios, appID: "1:1:ios:b", bundleID: "com.example.two"),
      App(platform: .android, appID: "1:1:android:c", packageName: "com.example.android"),
      App(platform: .web, appID: "1:1:web:d", packageName: "com.example.notandroid"),
    ]
    return project
  }()

  private static func target(_ change: (inout ReturnPolicy.AppClaims) -> Void) throws -> ReturnTarget {
    var app = ReturnPolicy.AppClaims(authType: "signInWithRedirect")
    app.eventID = "E"
    change(&app)
    return try policy.target(for: app)
  }

  private static func code(_ change: (inout ReturnPolicy.AppClaims) -> Void) -> String? {
    do {
      _ = try target(change)
      return nil
    } catch {
      return (error as? IdentityError)?.name
    }
  }

  @Test("an Apple app returns to the scheme that its registration gives it")
  func appleApp() throws {
    func link(_ base: String) -> ReturnTarget {
      .deepLink(base: base, authType: "signInWithRedirect", eventID: "E")
    }
    #expect(
      try Self.target {
        $0.bundleID = "com.example.one"
        $0.clientID = "1-a.apps.googleusercontent.com"
      } == link("com.googleusercontent.apps.1-a://firebaseauth/link"))
    #expect(
      try Self.target {
        $0.bundleID = "com.example.two"
        $0.appID = "1:1:ios:b"
      } == link("app-1-1-ios-b://firebaseauth/link"))
    #expect(try Self.target { $0.bundleID = "com.example.one" } == link("com.example.one://google/link"))
  }

  @Test("an app's id, client id or package that is another app's is refused")
  func strangers() {
    #expect(Self.code { $0.bundleID = "com.example.three" } == "INVALID_APP_ID")
    #expect(
      Self.code {
        $0.bundleID = "com.example.one"
        $0.appID = "1:1:ios:b"
      } == "INVALID_APP_ID")
    #expect(
      Self.code {
        $0.bundleID = "com.example.two"
        $0.clientID = "1-a.apps.googleusercontent.com"
      } == "INVALID_OAUTH_CLIENT_ID")
    #expect(Self.code { $0.packageName = "com.example.notandroid" } == "INVALID_APP_ID")
    #expect(Self.code { $0.packageName = "com.example.one" } == "INVALID_APP_ID")
    #expect(Self.code { _ in } == "MISSING_CONTINUE_URI")
  }

  @Test("an Android app returns by intent")
  func androidApp() throws {
    #expect(
      try Self.target { $0.packageName = "com.example.android" }
        == .androidIntent(package: "com.example.android", authType: "signInWithRedirect", eventID: "E"))
  }

  @Test(
    "pages of authorized domains, their sub-domains and the server itself",
    arguments: [
      "https://app.example/", "https://app.example:3000/a?b#c", "https://deep.sub.app.example/",
      "https://APP.example/",
      "http://localhost:5000/", "http://127.0.0.1:5000/", "https://auth.example:8443/x",
      "https://upper.example/",
    ])
  func pages(address: String) throws {
    guard case .page = try Self.target({ $0.redirectURL = address }) else {
      Issue.record("\(address) is a page")
      return
    }
  }

  @Test(
    "no page but those",
    arguments: [
      "", "app.example", "//app.example/", "/path", "ftp://app.example/", "javascript:alert(1)",
      "data:text/html,x",
      "https://evilapp.example/", "https://app.example.evil.example/", "https://app.example@evil.example/",
      "https://app.example:x@evil.example/", "https://user@app.example/", "https://evil.example/?app.example",
      "https://evil.example#app.example", "https://evil.example\\app.example/",
      "https://app.example\\@evil.example/",
      "https://1.127.0.0.1/", "http://127.0.0.1.evil.example/", "https://auth.example/",
      "http://auth.example:8443/",
      "https://sub.auth.example:8443/", "https://app.example\u{3002}evil.example/", "https://app.example /",
      "https://app.example\n/", "https:///app.example", "https://[::1]/", "http://[::1/",
      "https://xapp.example/",
    ])
  func noPages(address: String) {
    #expect(Self.code { $0.redirectURL = address } == "UNAUTHORIZED_DOMAIN", "\(address)")
  }

  @Test(
    "plain http is for loopback, but on a development server",
    arguments: [
      "http://app.example/", "http://app.example:3000/a?b#c", "http://deep.app.example/",
      "HTTP://app.example/",
      "http://upper.example/", "http://sub.localhost/",
    ])
  func plainHTTP(address: String) throws {
    #expect(Self.code { $0.redirectURL = address } == "UNAUTHORIZED_DOMAIN")
    let url = try #require(ReturnPolicy.webURL(address))
    #expect(!Self.policy.isAuthorized(url) && !Self.policy.allows(.page(url: address)))
    let development = ReturnPolicy(project: Self.project, origins: [], acceptsPlainHTTP: true)
    #expect(development.isAuthorized(url) && development.allows(.page(url: address)))
  }

  @Test("the server's own origins are returned to as they are configured")
  func ownOrigins() throws {
    let own = ReturnPolicy(project: Self.project, origins: ["http://auth.internal:8080"])
    #expect(own.isAuthorized(try #require(ReturnPolicy.webURL("http://auth.internal:8080/x"))))
    #expect(!own.isAuthorized(try #require(ReturnPolicy.webURL("http://auth.internal/x"))))
  }

  @Test("a desktop app returns to loopback alone")
  func desktop() throws {
    for address in ["http://127.0.0.1:51234/done", "http://localhost:1/"] {
      let target = try Self.target {
        $0.redirectURL = address
        $0.sessionID = "digest"
      }
      #expect(target == .deepLink(base: address, authType: "signInWithRedirect", eventID: "E"))
      #expect(target.leavesBrowser)
    }
    for address in ["https://app.example/", "https://auth.example:8443/", "http://sub.localhost/"] {
      #expect(
        Self.code {
          $0.redirectURL = address
          $0.sessionID = "digest"
        } == "UNAUTHORIZED_DOMAIN", "\(address)")
    }
  }

  @Test("an origin is scheme, host and port as they stand")
  func origins() throws {
    let cases = [
      ("https://A.example/x?y", "https://a.example"), ("http://a.example:80/", "http://a.example:80"),
      ("http://[::1]:8080/", "http://[::1]:8080"),
    ]
    for (address, origin) in cases {
      #expect(ReturnPolicy.origin(of: try #require(URL(string: address))) == origin)
    }
  }
}
