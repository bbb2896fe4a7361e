import Foundation
import Testing
import TestTools

@testable import IdentityWire

/// Every field that the official API's Discovery document gives a configuration.
@Suite("Strict messages and the official API's fields")
struct DiscoveryFieldTests {
  private static let schemas: [String: JSONValue] = {
    let file = Repository.url("Conformance/discovery/identitytoolkit.v2.json")
    guard let data = try? Data(contentsOf: file),
      let document = try? JSONParser(maximumBytes: 4 << 20).parse(Array(data)),
      let schemas = document["schemas"]?.objectValue
    else { return [:] }
    return schemas
  }()

  private static func example(_ field: JSONValue) -> JSONValue {
    if let name = field["$ref"]?.stringValue { return message(name) }
    if let value = field["enum"]?.arrayValue?.last { return value }
    switch field["type"]?.stringValue {
    case "array": return .array([example(field["items"] ?? [:])])
    case "object": return .object(["a": example(field["additionalProperties"] ?? [:])])
    case "boolean": return true
    case "integer", "number": return 1
    default: return .string("1")
    }
  }

  private static func message(_ name: String) -> JSONValue {
    .object((schemas[name]?["properties"]?.objectValue ?? [:]).mapValues(example))
  }

  private static func official(_ name: String) -> JSONValue {
    message("GoogleCloudIdentitytoolkitAdminV2\(name)")
  }

  @Test("none of them is an unknown name")
  func fields() throws {
    let decoder = WireDecoder()
    #expect(Self.official("Config")["signIn"]?["phoneNumber"]?["testPhoneNumbers"] != nil)
    _ = try decoder.decodeStrictly(ProjectConfig.self, from: Self.official("Config"))
    _ = try decoder.decodeStrictly(TenantConfig.self, from: Self.official("Tenant"))
    _ = try decoder.decodeStrictly(OAuthIdpConfig.self, from: Self.official("OAuthIdpConfig"))
    _ = try decoder.decodeStrictly(InboundSAMLConfig.self, from: Self.official("InboundSamlConfig"))
    _ = try decoder.decodeStrictly(
      DefaultSupportedIdpConfig.self, from: Self.official("DefaultSupportedIdpConfig"))
  }

  @Test("names of another spelling are listed, maps have any keys, and a list of them has an end")
  func unknown() throws {
    func failure(_ message: JSONValue) -> String? {
      do {
        _ = try WireDecoder().decodeStrictly(ProjectConfig.self, from: message)
        return nil
      } catch {
        return error.sentence
      }
    }
    #expect(failure(["sign_in": ["phone_number": ["testPhoneNumbers": ["+1 555": "1"]]]]) == nil)
    #expect(failure(["blockingFunctions": ["triggers": ["beforeCreate": .null]]]) == nil)
    #expect(failure(["notification": ["sendEmail": ["dnsInfo": ["anything": [["deep": 1]]]]]]) == nil)
    #expect(
      failure(["b": 1, "A": .null, "blockingFunctions": ["triggers": ["x": ["uri": ""]]]])
        == """
        Invalid JSON payload received. Unknown name "A": Cannot find field.
        Unknown name "b": Cannot find field.
        Unknown name "uri" at 'blocking_functions.triggers.x': Cannot find field.
        """)
    let many = JSONValue.object(Dictionary(uniqueKeysWithValues: (0..<500).map { ("x\($0)", .integer(1)) }))
    #expect(failure(many)?.split(separator: "\n").count == 10)
  }
}
