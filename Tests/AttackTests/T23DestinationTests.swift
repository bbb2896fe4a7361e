import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T23: an address that gets users' data or secrets, set with too few rights", .fewAtOnce)
struct T23DestinationTests {
  private static let address = "https://evil.example/collect"

  private struct Form: Sendable {
    let path: String
    var fields: [(name: String, value: String)]
  }

  /// The console's forms with such an address.
  private static func forms(_ destination: DataDestination) -> [Form] {
    func form(_ path: String, _ fields: [(name: String, value: String)]) -> Form {
      Form(path: ConsoleBrowser.path(path), fields: fields)
    }
    return switch destination {
    case .webhook:
      ["settings/webhooks/create", "settings/webhooks/x/set"].map {
        form($0, [("address", address), ("user", "on")])
      }
    case .blockingFunction:
      [form("settings/functions", [("beforeSignIn", address), ("idToken", "on"), ("refreshToken", "on")])]
    case .mailServer:
      [
        form(
          "settings/mail",
          [("host", "evil.example"), ("security", "starttls"), ("senderEmail", "noreply@evil.example")])
      ]
    case .linkPage: [form("templates/page", [("actionURL", address)])]
    case .smsGateway:
      [
        form(
          "settings/sms",
          [("gateway", "webhook"), ("url", address), ("secret", String(repeating: "k", count: 32))])
      ]
    case .consoleProvider:
      [Form(path: "/console/openid", fields: [("issuer", address), ("clientID", "web"), ("secret", "hush")])]
    // The page of captchas does not have the address, and the server's configuration alone has that of the audit log.
    // A provider's address is for editors.
    case .captchaService, .auditWebhook, .signInProvider: []
    }
  }

  private static func post(_ form: Form, _ browser: ConsoleBrowser) async throws -> TestResponse {
    let token = try #require(try await browser.open("/console").csrfToken)
    return try await browser.post(form.path, form.fields + [(name: "csrf", value: token)])
  }

  // Fails when an action of the console names its role or its proof itself, and names too little.
  @Test("the console sets them for an owner with a new proof alone, and offers no form to an editor")
  func console() async throws {
    try await TestServer.runServing { server, owner in
      let forms = DataDestination.allCases.filter { $0.role == .owner }.flatMap(Self.forms)
      #expect(forms.count == 7)
      let before = try await server.project()
      let editor = try await server.consoleBrowser(.editor)
      for form in forms {
        let response = try await Self.post(form, editor)
        #expect(response.status == 403, "\(form.path): \(response.status)")
      }
      for page in ["settings/webhooks", "settings/functions", "settings/mail", "settings/sms", "templates"] {
        let offered = try await editor.open(ConsoleBrowser.path(page)).forms.map(\.action)
        #expect(!forms.contains { offered.contains($0.path) }, "\(page): \(offered)")
      }
      let browser = try await server.consoleBrowser(of: owner)
      server.clock.advance(seconds: ConsoleSession.proofLifetime)
      for form in forms {
        let response = try await Self.post(form, browser)
        #expect(response.status == 303, "\(form.path): \(response.status)")
        #expect(response.location?.hasPrefix("/console/proof") == true, "\(form.path)")
      }
      #expect(try await server.project() == before)
      #expect(try await server.administrators.openID() == nil)
      let proved = try await server.consoleBrowser(of: owner)
      var form = try await proved.open(ConsoleBrowser.path("settings/functions")).form("functions-form")
      form["beforeSignIn"] = Self.address
      _ = try await proved.submit(form)
      #expect(try await server.project().blockingFunctions.beforeSignIn?.functionURI == Self.address)
    }
  }

  private typealias Change = (method: String, path: String, message: JSONValue)

  /// Changes of such an address by the REST API.
  ///
  /// - Parameter name: differs between calls.
  private static func changes(_ destination: DataDestination, _ name: String) -> [Change] {
    func config(_ message: JSONValue, _ masks: [String]) -> [Change] {
      masks.map { ("PATCH", "config?updateMask=\($0)", message) }
    }
    return switch destination {
    case .webhook: [("POST", "webhooks", ["url": .string(address)])]
    case .blockingFunction:
      config(
        ["blockingFunctions": ["triggers": ["beforeSignIn": ["functionUri": .string(address)]]]],
        [
          "blockingFunctions", "blocking_functions.triggers",
          "autodeleteAnonymousUsers,blockingFunctions.triggers.beforeSignIn.functionUri",
        ])
        + config(
          ["blockingFunctions": ["forwardInboundCredentials": ["idToken": true]]],
          ["blockingFunctions.forwardInboundCredentials"])
    case .mailServer:
      config(
        [
          "notification": [
            "sendEmail": [
              "method": "CUSTOM_SMTP",
              "smtp": [
                "host": "evil.example", "port": 587, "securityMode": "START_TLS",
                "senderEmail": "noreply@evil.example",
              ],
            ]
          ]
        ],
        [
          "notification", "notification.sendEmail",
          "notification.sendEmail.method,notification.sendEmail.smtp",
        ])
    case .linkPage:
      config(
        ["notification": ["sendEmail": ["callbackUri": "http://localhost/collect"]]],
        [
          "notification.sendEmail.callbackUri", "notification.send_email.callback_uri",
          "notification.defaultLocale,notification.sendEmail.callbackUri",
        ])
    case .smsGateway:
      [
        (
          "PATCH", "smsGatewayConfig?updateMask=gateway,url,secret",
          [
            "gateway": "WEBHOOK", "url": .string(address),
            "secret": .string(String(repeating: "k", count: 32)),
          ]
        )
      ]
    case .captchaService:
      [
        (
          "PATCH", "captchaConfig?updateMask=verifyUrl,secret",
          ["verifyUrl": .string(address), "secret": "hush"]
        )
      ]
    case .signInProvider:
      [
        (
          "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.\(name)",
          [
            "displayName": "Company", "enabled": true, "clientId": "web",
            "issuer": "https://login.example.com",
            "responseType": ["code": true], "clientSecret": "hush",
          ]
        )
      ]
    case .consoleProvider, .auditWebhook: []
    }
  }

  // Fails when a resource, or a field of the configuration, accepts other scopes than the table has.
  @Test("a token of Firebase's scope alone sets none by the REST API but a provider's")
  func scopes() async throws {
    try await TestServer.runServing { server, _ in
      func send(_ change: Change, _ token: String) async throws -> TestResponse {
        try await server.send(
          change.method, "/identitytoolkit.googleapis.com/v2/projects/example/\(change.path)",
          headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
          body: JSONWriter.text(change.message))
      }
      for (scope, name) in [(.firebase, "one"), (.cloudPlatform, "two")] as [(AccessScope, String)] {
        let token = try await server.backend.administration.createAdministratorToken(
          name, scopes: [scope], expiresAt: nil, in: TestServer.project
        ).reveal()
        for destination in DataDestination.allCases {
          let isAllowed = scope == .cloudPlatform || destination == .signInProvider
          for change in Self.changes(destination, name) {
            let before = try await server.project()
            let response = try await send(change, token)
            #expect(response.status == (isAllowed ? 200 : 403), "\(change.path): \(response.text)")
            guard !isAllowed else { continue }
            #expect(response.errorMessage == "Request had insufficient authentication scopes.")
            #expect(try await server.project() == before, "\(change.path)")
          }
        }
        let whole = try await send(("PATCH", "config", ["autodeleteAnonymousUsers": true]), token)
        #expect((whole.status == 403) == (scope == .firebase), "a mask that is missing names everything")
        let other = try await send(
          ("PATCH", "config?updateMask=autodeleteAnonymousUsers", ["autodeleteAnonymousUsers": true]), token)
        #expect(other.status == 200, "\(other.text)")
      }
    }
  }
}
