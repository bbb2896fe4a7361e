import IdentityWire
import TestSupport
import Testing

@Suite("T37: sign-ups that a function refuses", .fewAtOnce)
struct T37FunctionSignUpTests {
  // Fails when sign-ups are counted with the account alone, or before `beforeCreate` alone.
  @Test(
    "accounts that a function disables or refuses count as sign-ups, and past the limit no function is asked",
    arguments: [
      ("beforeSignIn", 200, #"{"userRecord":{"updateMask":"disabled","disabled":true}}"#),
      ("beforeSignIn", 403, #"{"error":{"message":"no"}}"#),
      ("beforeCreate", 200, #"{"userRecord":{"updateMask":"disabled","disabled":true}}"#),
      ("beforeCreate", 403, #"{"error":{"message":"no"}}"#),
    ])
  func counted(event: String, status: Int, answer: String) async throws {
    try await FunctionServer.run { functions in
      try await TestServer.runLimited {
        $0.limits?.signUpsPerNetwork = .rate(2, per: 3_600)
      } _: { server in
        try await server.setFunctions(functions, [event])
        functions.answer(event, status: status, answer)
        var outcomes: [String] = []
        for number in 0..<4 {
          let token = try await server.labToken(
            "google.com", ["sub": .string("\(number)"), "email": .string("u\(number)@gmail.com")])
          let response = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
          outcomes.append(String(response.errorMessage?.prefix { $0 != " " } ?? "\(response.status)"))
        }
        #expect(
          outcomes.suffix(2) == ["TOO_MANY_ATTEMPTS_TRY_LATER", "TOO_MANY_ATTEMPTS_TRY_LATER"], "\(outcomes)")
        #expect(functions.messages(event).count == 2)
      }
    }
  }
}
