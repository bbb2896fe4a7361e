import Testing

@testable import IdentityWire

@Suite("Wire decoder")
struct WireDecoderTests {
  private struct Message: Decodable {
    var email: String?
    var returnSecureToken: Bool?
    var validSince: Int64Text?
    var count: Int?
    var ratio: Double?
    var deleteAttribute: [UpdateRequest.Attribute]?
    var names: [String]?
    var customParameter: [String: String]?
    var free: JSONValue?
    var nested: Nested?
    var nothing: EmptyMessage?
    var idToken: String?
    struct Nested: Decodable { var iOSBundleId: String? }
  }

  private func decode(_ json: JSONValue) throws -> Message {
    try WireDecoder().decode(Message.self, from: json)
  }

  private func failure(_ json: JSONValue) -> String? {
    do {
      _ = try WireDecoder().decode(Message.self, from: json)
      return nil
    } catch {
      let answer = error.wireError
      #expect(answer.httpStatus == 400 && answer.status == "INVALID_ARGUMENT")
      return answer.message
    }
  }

  @Test("names may be in camelCase or snake_case")
  func names() throws {
    #expect(try decode(["returnSecureToken": true]).returnSecureToken == true)
    #expect(try decode(["return_secure_token": true]).returnSecureToken == true)
    #expect(try decode(["valid_since": "5"]).validSince?.value == 5)
    #expect(try decode(["nested": ["iOSBundleId": "x"]]).nested?.iOSBundleId == "x")
    #expect(try decode(["email": "camel", "e_mail": "snake"]).email == "camel")
  }

  @Test("null means absent, and unknown members are ignored")
  func absence() throws {
    let message = try decode([
      "email": .null, "names": .null, "nested": .null, "stranger": [1, ["a": .null]],
    ])
    #expect(message.email == nil && message.names == nil && message.nested == nil)
  }

  @Test("numbers and flags are taken where text is expected")
  func text() throws {
    #expect(try decode(["email": 5]).email == "5")
    #expect(try decode(["email": true]).email == "true")
    #expect(try decode(["email": 1.5]).email == "1.5")
    #expect(try decode(["names": [1, "a", false]]).names == ["1", "a", "false"])
    #expect(failure(["email": ["x"]]) == "Invalid JSON payload received. /email must be string")
    #expect(failure(["email": [:]]) == "Invalid JSON payload received. /email must be string")
    #expect(failure(["names": "a"]) == "Invalid JSON payload received. /names must be array")
    #expect(failure(["names": ["a", []]]) == "Invalid JSON payload received. /names/1 must be string")
  }

  @Test("decimal text is taken where a number is expected, and nothing that is no whole number")
  func numbers() throws {
    for (value, number) in [(5, 5), ("5", 5), ("-7", -7), (2.0, 2)] as [(JSONValue, Int)] {
      #expect(try decode(["count": value]).count == number)
      #expect(try decode(["validSince": value]).validSince?.value == Int64(number))
    }
    #expect(try decode(["ratio": "1.5"]).ratio == 1.5)
    for value in ["", "x", "1.5", " 5", "0x5", 1.5, true, .double(1e30)] as [JSONValue] {
      #expect(
        failure(["count": value]) == "Invalid JSON payload received. /count must be integer", "\(value)")
      #expect(
        failure(["validSince": value]) == "Invalid JSON payload received. /validSince must be integer",
        "\(value)")
    }
    for value in [[], [:]] as [JSONValue] {
      #expect(failure(["count": value]) == "Invalid JSON payload received. /count must be integer")
      // A 64-bit number is text in proto3 JSON.
      #expect(failure(["validSince": value]) == "Invalid JSON payload received. /validSince must be string")
    }
    #expect(failure(["ratio": "inf"]) == "Invalid JSON payload received. /ratio must be number")
  }

  @Test("flags are booleans or their two words")
  func flags() throws {
    #expect(try decode(["returnSecureToken": "true"]).returnSecureToken == true)
    #expect(try decode(["returnSecureToken": "false"]).returnSecureToken == false)
    for value in ["yes", "True", "1", 1, 0, []] as [JSONValue] {
      #expect(
        failure(["returnSecureToken": value])
          == "Invalid JSON payload received. /returnSecureToken must be boolean")
    }
  }

  @Test("an enumeration is given by name or by index")
  func enumerations() throws {
    #expect(
      try decode(["deleteAttribute": ["EMAIL", 2, "4"]]).deleteAttribute == [.email, .displayName, .photoURL])
    for value in ["email", "NONE", 99, -1, .null] as [JSONValue] {
      #expect(
        failure(["deleteAttribute": [value]])?.hasPrefix("Invalid JSON payload received. /deleteAttribute/0 ")
          == true,
        "\(value)")
    }
  }

  @Test("null in a map means that the member is absent, and in a list it is refused")
  func nulls() throws {
    #expect(try decode(["customParameter": ["a": .null, "b": "c"]]).customParameter == ["b": "c"])
    #expect(try decode(["free": ["a": .null]]).free == ["a": .null])
    for (list, value) in [("names", .null), ("deleteAttribute", .null)] as [(String, JSONValue)] {
      #expect(
        failure([list: [value]]) == "Invalid JSON payload received. /\(list)/0 must not be null", "\(list)")
    }
  }

  @Test("keys of free-form maps stay as they are")
  func maps() throws {
    #expect(
      try decode(["customParameter": ["access_type": "offline", "Allow_Signup": false]]).customParameter
        == ["access_type": "offline", "Allow_Signup": "false"])
    let free: JSONValue = ["a_b": [1, .null], "aB": ["c_d": true]]
    #expect(try decode(["free": free]).free == free)
  }

  @Test("a message is an object")
  func objects() {
    for value in [[], "x", 1, true, .null] as [JSONValue] {
      #expect(failure(value) == "Invalid JSON payload received. The body must be a JSON object.")
    }
    #expect(failure(["nested": []]) == "Invalid JSON payload received. /nested must be object")
    for value in [[], "", 5, true] as [JSONValue] {
      #expect(failure(["nothing": value]) == "Invalid JSON payload received. /nothing must be object")
    }
  }

  @Test("a message without members is there or is not")
  func emptyMessages() throws {
    #expect(try decode(["nothing": [:]]).nothing != nil)
    #expect(try decode(["nothing": ["unknown": 1]]).nothing != nil)
    #expect(try decode(["nothing": .null]).nothing == nil)
    #expect(try decode([:]).nothing == nil)
  }

  @Test("an empty ID token is absent; other texts may be empty")
  func emptyTokens() throws {
    for name in ["idToken", "id_token"] {
      #expect(try decode([name: ""]).idToken == nil)
      #expect(try decode([name: " "]).idToken == " ")
    }
    #expect(try decode(["email": ""]).email?.isEmpty == true)
  }
}
