import TestSupport
import Testing

@Suite("T38: costly text of passkeys", .fewAtOnce, .serialized)
struct T38PasskeyTextTests {
  private static let json = ("Content-Type", "application/json")
  private static let root = "/identitytoolkit.googleapis.com/v2/"

  // Fails when a field of an answer is looked at before its text was found cheap.
  @Test("answers of authenticators")
  func answers() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.answers(kind, server) }
  }

  private static func answers(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for (operation, answer) in [
      ("passkeyEnrollment", "authenticatorRegistrationResponse"),
      ("passkeySignIn", "authenticatorAuthenticationResponse"),
    ] {
      for field in ["id", "rawId", "clientDataJSON"] {
        try await server.expectLinear("\(kind) as \(field) of \(operation)") { length in
          let text = #""\#(field)":"\#(kind.jsonText(bytes: length))""#
          let response =
            field == "clientDataJSON" ? #""id":"AAAA","response":{\#(text)}"# : #"\#(text),"response":{}"#
          return (
            "POST", "\(root)accounts/\(operation):finalize?key=key", [json],
            #"{"idToken":"x","name":"x","\#(answer)":{\#(response)}}"#
          )
        }
      }
    }
  }

  // Fails when a setting is compared or parsed before its text was found cheap.
  @Test("settings of passkeys")
  func settings() async throws {
    try await T38CostlyTextTests.withEachKind { (kind, server) in try await Self.settings(kind, server) }
  }

  private static func settings(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for field in ["rpId", "expectedOrigins", "topOrigins", "attestationRoots"] {
      try await server.expectLinear("\(kind) as \(field)") { length in
        let text = #""\#(kind.jsonText(bytes: length))""#
        return (
          "PATCH", "\(root)projects/example/passkeyConfig?updateMask=\(field)",
          [json, ("Authorization", "Bearer owner")],
          #"{"\#(field)":\#(field == "rpId" ? text : "[\(text)]")}"#
        )
      }
    }
  }
}
