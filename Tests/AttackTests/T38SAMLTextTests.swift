import TestSupport
import Testing

@Suite("T38: costly text of SAML", .fewAtOnce, .serialized)
struct T38SAMLTextTests {
  private static let json = ("Content-Type", "application/json")
  private static let root = "/identitytoolkit.googleapis.com/"

  // Fails when a response is decoded or compared before its text was found cheap.
  @Test("responses and the state beside them")
  func responses() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.responses(kind, server) }
  }

  private static func responses(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for field in ["SAMLResponse", "RelayState"] {
      try await server.expectLinear("\(kind) as \(field)") { length in
        let text = kind.jsonText(bytes: length)
        return (
          "POST", "\(root)v1/accounts:signInWithIdp?key=key", [json],
          #"{"requestUri":"http://localhost","postBody":"SAMLResponse=AAAA&RelayState=x&\#(field)=\#(text)"}"#
        )
      }
    }
  }

  // Fails when a setting is compared or parsed before its text was found cheap.
  @Test("settings of SAML providers")
  func settings() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.settings(kind, server) }
  }

  private static func settings(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for (member, field) in [
      ("idpConfig", "idpEntityId"), ("idpConfig", "ssoUrl"), ("spConfig", "spEntityId"),
      ("spConfig", "callbackUri"),
    ] {
      try await server.expectLinear("\(kind) as \(field)") { length in
        (
          "POST", "\(root)v2/projects/example/inboundSamlConfigs?inboundSamlConfigId=saml.x",
          [json, ("Authorization", "Bearer owner")],
          #"{"\#(member)":{"\#(field)":"\#(kind.jsonText(bytes: length))"}}"#
        )
      }
    }
  }
}
