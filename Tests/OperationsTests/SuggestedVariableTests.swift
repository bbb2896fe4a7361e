import Testing

@testable import Operations

@Suite("Variables that an exported file takes secrets from")
struct SuggestedVariableTests {
  // Fails when each name is compared with all the others, for each suffix that is taken.
  @Test("have a name for each secret, also of ids that differ in signs alone", .timeLimit(.minutes(1)))
  func names() {
    let variables = SuggestedVariables()
    for number in 0..<(1 << 12) {
      let id = (0..<12).map { number >> $0 & 1 == 0 ? "a-" : "a_" }.joined() + "a"
      _ = variables.name(of: ["google.com", "client-secret", "my-app", id])
    }
    #expect(Set(variables.names).count == 1 << 12)
    let first = "GOOGLE_COM_CLIENT_SECRET_MY_APP_A_A_A_A_A_A_A_A_A_A_A_A_A"
    #expect(variables.names.prefix(3) == [first, "\(first)_2", "\(first)_3"])
  }
}
