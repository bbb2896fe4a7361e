import ArgumentParser
import Foundation
import IdentityWire
import ProviderLab

extension LabTokenOptions.Kind: ExpressibleByArgument {}

struct LabTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a token from one of the lab's providers.",
    discussion: """
      The development server must be running. The output contains only the token, so that $(…) works. Without --kind \
      and --audience, the token is for the development project's app, and of the provider's usual kind: an access token \
      for Facebook, GitHub, OAuth 2.0 providers and X; a code for Google Play Games; a response in base64 for SAML \
      providers; an ID token for all other providers. For X, a second line contains the token's secret.

      EXAMPLES
        latchkey lab token apple.com
        latchkey lab token google.com --sub 42 --email ada@example.com \\
          --no-email-verified
        latchkey lab token facebook.com --kind limited --raw-nonce secret
        latchkey lab token apple.com --fault wrong-audience
        latchkey lab token saml.lab --audience my-app --fault unsigned \\
          --recipient http://127.0.0.1:9099/__/auth/handler

      \(ExitStatus.help)
      """)

  @Argument(help: "A provider of the development project, such as google.com, oidc.lab or saml.lab.")
  var provider: String

  @Option(help: "One of the lab's people, such as ada. The lab's page lists all people.")
  var person: String?

  @Option(help: "The person's id at the provider.")
  var sub: String?

  @Option(help: "The person's mail address.")
  var email: String?

  @Flag(inversion: .prefixedNo, help: "Whether the provider has verified the mail address.")
  var emailVerified: Bool?

  @Option(help: "The person's name.")
  var name: String?

  @Option(help: "The nonce claim, unchanged.")
  var nonce: String?

  @Option(help: "A text whose SHA-256 becomes the nonce claim, as in Apple's apps.")
  var rawNonce: String?

  @Option(help: "The client for which the token is issued; for SAML, the service provider's entity id.")
  var audience: String?

  @Option(help: ArgumentHelp("SAML: the assertion consumer service.", valueName: "url"))
  var recipient: String?

  @Option(help: "SAML: the ID of the request. Without an ID, the response is unsolicited.")
  var inResponseTo: String?

  @Option(help: "Microsoft: common, consumers, a tenant's id or a domain.")
  var tenant: String?

  @Option(help: "The kind of credential; \"limited\" is the ID token of Facebook's Limited Login.")
  var kind: LabTokenOptions.Kind?

  @Option(help: "The fault of the token. \"latchkey lab faults\" lists all faults.")
  var fault: String?

  @Option(help: ArgumentHelp("The address of the development server.", valueName: "url"))
  var server = "http://127.0.0.1:9099"

  func validate() throws {
    guard nonce == nil || rawNonce == nil else {
      throw ValidationError("Choose one of --nonce and --raw-nonce.")
    }
    guard LabProviderID(named: provider) != nil else {
      throw ValidationError(
        "The lab plays \(LabProviderID.allCases.map(\.rawValue).filter { $0.contains(".") }.joined(separator: ", ")) "
          + "and any oauth.…, other oidc.… or saml.… provider.")
    }
    if let fault, LabFault(rawValue: fault) == nil {
      throw ValidationError("There is no fault \"\(fault)\". \"latchkey lab faults\" lists all faults.")
    }
    _ = try LabConnection(server: server)
  }

  func run() async throws {
    var body: [String: JSONValue] = [:]
    let texts = [
      "person": person, "sub": sub, "email": email, "name": name, "nonce": nonce, "rawNonce": rawNonce,
      "audience": audience, "recipient": recipient, "inResponseTo": inResponseTo, "kind": kind?.rawValue,
      "fault": fault, "tenant": tenant,
    ]
    for (name, text) in texts { body[name] = text.map { .string($0) } }
    body["emailVerified"] = emailVerified.map { .bool($0) }
    let answer = try await LabConnection(server: server).post("control/token/\(provider)", .object(body))
    guard
      let token = ["idToken", "accessToken", "code", "response"].lazy.compactMap({ answer[$0]?.stringValue })
        .first
    else {
      throw CommandFailure(.unavailable, "The answer of \(server) does not come from a provider lab.")
    }
    try Terminal.print(token)
    if let secret = answer["tokenSecret"]?.stringValue { try Terminal.print(secret) }
  }
}
