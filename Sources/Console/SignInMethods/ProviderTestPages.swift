import Hummingbird
import Identity
import IdentityProviders
import IdentityWire
import Operations

/// `methods/providers/{provider}/test`: checks of a provider that need no sign-in, and a test sign-in. The test
/// sign-in signs no user in.
struct ProviderTestPages: Sendable {
  private static let path = ProviderPages.path + "/test"

  private struct Content: Sendable {
    let back: String
    let name: String
    let canSignIn: Bool
    let redirectURI: String
    /// A text that names the checks without a sign-in.
    let checkHelp: String
    let check: String
    let begin: String
    let preflight: CheckList?
    let trial: ProviderTestView?
  }

  private struct ProviderRedirect: Sendable {
    let address: String
    let back: String
  }

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.path) { request in
      let id = try request.providerID
      var trial: ProviderTestResult?
      if let result = request.query["result"] {
        let found = try await request.domain.service.trial(result, request.caller)
        guard found.providerID == id else { throw WireError.notFound("PAGE_NOT_FOUND") }
        trial = found
      }
      return try Self.page(request, id, trial: trial)
    }
    routes.action(Self.path + "/check", from: Self.path) { request, _ in
      let id = try request.providerID
      let checks = try await request.domain.service.preflight(
        of: id, redirectURI: request.redirectURI, request.caller)
      return .page(
        try Self.page(
          request, id, preflight: CheckList(checks, title: "methods.test.preflight", request.texts)))
    }
    routes.action(Self.path, from: Self.path) { request, _ in
      let id = try request.providerID
      let parts = ["methods", "providers", id, "test"]
      var start = ProviderTestParameters(
        providerID: id, redirectURI: request.redirectURI, session: request.providerTestBinding,
        page: request.path(parts + ["answer"]))
      start.language = request.texts.language.rawValue
      let beginning = start
      let address = try await request.audited(nil) { () async throws in
        try await request.domain.service.beginProviderTest(beginning, request.caller)
      }
      // This page comes first, because a response to a form may not redirect to another server.
      return .page(
        ConsolePage(
          section: .methods, title: request.texts("methods.test.leaving"), template: "methods_leave",
          content: ProviderRedirect(address: address, back: request.path(parts)),
          scripts: ["methods_leave.js"]))
    }
    routes.file(Self.path + "/answer", requires: .editor) { request in
      let id = try request.providerID
      let answer = request.query["answer"] ?? ""
      let result = try await request.audited(.providerTrial) { () async throws in
        try await request.domain.service.finishProviderTest(
          answer, session: request.providerTestBinding, request.caller)
      }
      let path = ["methods", "providers", id, "test"].map(ConsolePath.encode).joined(separator: "/")
      return ConsolePipeline.redirect(to: request.path("\(path)?result=\(result)"))
    }
  }

  private static func page(
    _ request: ConsoleRequest, _ id: String, preflight: CheckList? = nil, trial: ProviderTestResult? = nil
  ) throws -> ConsolePage {
    let name = try request.configuredName(id)
    let parts = ["methods", "providers", id]
    let saml = request.caller.samlProvider(id)
    let canSignIn = ProviderGuide.hasWebFlow(id)
    let help = saml != nil ? "checkHelpSAML" : canSignIn ? "checkHelp" : "checkHelpApps"
    return ConsolePage(
      section: .methods, title: request.texts("methods.test.title", ["name": name]), template: "methods_test",
      content: Content(
        back: request.path(parts), name: name, canSignIn: canSignIn,
        redirectURI: saml.map { request.assertionConsumerService(of: $0, handler: request.redirectURI) }
          ?? request.redirectURI,
        checkHelp: request.texts("methods.\(help)"), check: request.path(parts + ["test", "check"]),
        begin: request.path(parts + ["test"]), preflight: preflight,
        trial: trial.map { ProviderTestView($0, request) }))
  }
}
