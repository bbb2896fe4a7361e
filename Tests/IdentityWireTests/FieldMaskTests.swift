import IdentityWire
import Testing

@Suite("Field masks")
struct FieldMaskTests {
  private static func config(_ json: JSONValue) throws -> ProjectConfig {
    try WireDecoder().decode(ProjectConfig.self, from: json)
  }

  private static func merged(_ mask: String, _ change: JSONValue, _ current: JSONValue) throws -> JSONValue {
    try JSONValue(
      encoding: try FieldMask(mask).merging(try config(change), into: try config(current)))
  }

  @Test("a path may name a field, a message, or an entry of a map, in either spelling")
  func knownPaths() throws {
    for text in [
      "signIn", "signIn.email", "signIn.email.passwordRequired", "sign_in.phone_number.test_phone_numbers",
      "blockingFunctions.triggers.beforeCreate", "mfa.providerConfigs,authorized_domains", " mfa , client ",
      "name", "client.permissions.disabled_user_signup", "", "*",
    ] {
      try FieldMask(text).check(against: ProjectConfig.self)
    }
  }

  @Test(
    "a path that is no field is refused",
    arguments: [
      "lunch", "signIn.lunch", "signIn.email.enabled.more", "signIn..email", ".", "mfa.providerConfigs.state",
      "authorizedDomains.0",
    ])
  func unknownPaths(text: String) {
    #expect(throws: MessageFault.self) { try FieldMask(text).check(against: ProjectConfig.self) }
  }

  @Test(
    "a text that holds no path is not taken for no text", arguments: [",", ",,,", " ", " , ", "*,mfa", "*,"])
  func noPath(text: String) {
    #expect(throws: MessageFault.self) { try FieldMask(text).check(against: ProjectConfig.self) }
  }

  @Test("a mask of absurd size is refused before it is read")
  func size() {
    #expect(throws: MessageFault.self) { try FieldMask(String(repeating: "a,", count: 10_000)) }
    #expect(throws: MessageFault.self) {
      try FieldMask(Array(repeating: "mfa", count: 300).joined(separator: ","))
    }
  }

  @Test("only what is named changes, and what is named and absent goes")
  func merging() throws {
    let current: JSONValue = [
      "signIn": ["email": ["enabled": true, "passwordRequired": true], "allowDuplicateEmails": true],
      "authorizedDomains": ["a.example", "b.example"],
    ]
    let change: JSONValue = [
      "signIn": ["email": ["enabled": false], "allowDuplicateEmails": false],
      "authorizedDomains": ["c.example"],
    ]
    #expect(
      try Self.merged("signIn.email.enabled", change, current) == [
        "signIn": ["email": ["enabled": false, "passwordRequired": true], "allowDuplicateEmails": true],
        "authorizedDomains": ["a.example", "b.example"],
      ])
    #expect(
      try Self.merged("signIn.email,authorizedDomains", change, current) == [
        "signIn": ["email": ["enabled": false], "allowDuplicateEmails": true],
        "authorizedDomains": ["c.example"],
      ])
    #expect(
      try Self.merged("signIn.email.passwordRequired,mfa.state", change, current) == [
        "signIn": ["email": ["enabled": true], "allowDuplicateEmails": true],
        "authorizedDomains": ["a.example", "b.example"],
      ])
    #expect(try Self.merged("", change, current) == change)
    #expect(try Self.merged("*", change, current) == change)
  }

  @Test("a mask tells what it touches")
  func touches() throws {
    let mask = try FieldMask("signIn.email")
    #expect(mask.touches("signIn"))
    #expect(mask.touches("signIn", "email", "enabled"))
    #expect(!mask.touches("signIn", "anonymous"))
    #expect(try FieldMask("").touches("mfa"))
  }
}
