import Foundation
import Testing

@testable import IdentityWire

@Suite("Message reader")
struct MessageReaderTests {
  /// Read in both ways, so that the tree's decoder can judge.
  private struct Message: Decodable, RequestMessage, Equatable {
    struct Nested: Decodable, RequestMessage, Equatable {
      var iOSBundleId: String?
      var count: Int?

      init(reading members: MessageReader) throws(MessageFault) {
        iOSBundleId = try members.text("iOSBundleId")
        count = try members.integer("count")
      }
    }

    var email: String?
    var returnSecureToken: Bool?
    var validSince: Int64Text?
    var count: Int?
    var ratio: Double?
    var deleteAttribute: [UpdateRequest.Attribute]?
    var operation: SignInWithPhoneNumberRequest.Operation?
    var names: [String]?
    var customParameter: [String: String]?
    var free: JSONValue?
    var nested: Nested?
    var several: [Nested]?
    var idToken: String?

    init(reading members: MessageReader) throws(MessageFault) {
      email = try members.text("email")
      returnSecureToken = try members.flag("returnSecureToken")
      validSince = try members.int64Text("validSince")
      count = try members.integer("count")
      ratio = try members.double("ratio")
      deleteAttribute = try members.choices("deleteAttribute")
      operation = try members.choice("operation")
      names = try members.texts("names")
      customParameter = try members.textMap("customParameter")
      free = members.value("free")
      nested = try members.message("nested")
      several = try members.messages("several")
      idToken = try members.token("idToken")
    }
  }

  private enum Outcome<Message: Equatable>: Equatable {
    case message(Message)
    case refusal(String)
  }

  private static func read(_ text: String) -> Outcome<Message> {
    do {
      guard let members = try MessageReader(Array(text.utf8), JSONParser()) else {
        return .refusal("no object")
      }
      return .message(try Message(reading: members))
    } catch let error as MessageFault {
      return .refusal(error.wireError.message)
    } catch {
      return .refusal("\(error)")
    }
  }

  private static func decodeTree(_ text: String) -> Outcome<Message> {
    do {
      let value = try JSONParser().parse(text)
      guard case .object = value else { return .refusal("no object") }
      return .message(try WireDecoder().decode(Message.self, from: value))
    } catch let fault as MessageFault {
      return .refusal(fault.sentence)
    } catch {
      return .refusal("\(error)")
    }
  }

  /// Small, and the same everywhere.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  private static let values = [
    "null", "true", "false", "0", "-0", "5", "1.0", "1.5", "1e2", "9223372036854775808", "\"\"", "\"5\"",
    "\"true\"",
    "\"DELETE\"", "\"EMAIL\"", "\"2\"", "\"LINK\"", "\"a\\u00e9\\n\"", "\"é😀\"", "[]", "[null]",
    "[1, \"x\", true]",
    "[[1]]", "[\"EMAIL\", 1]", "{}", "{\"a\": null, \"b\": 1}", "{\"iOSBundleId\": 7}",
    "{\"i_o_s_bundle_id\": \"x\"}",
    "{\"count\": \"x\"}", "[{\"count\": 1}, {\"count\": {}}]",
    "[{}, {\"iOSBundleId\": \"y\", \"stranger\": [{}]}]",
  ]

  private static let names = [
    "email", "returnSecureToken", "return_secure_token", "validSince", "valid_since", "count", "c\\u006funt",
    "ratio",
    "deleteAttribute", "delete_attribute", "operation", "names", "customParameter", "custom_parameter",
    "free",
    "nested", "several", "idToken", "id_token", "stranger", "Email", "é",
  ]

  @Test("what it reads and refuses is what the tree's decoder does")
  func differences() {
    var random = Seeded(state: 20)
    for _ in 0..<20_000 {
      let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        "\"\(Self.names.randomElement(using: &random) ?? "")\" : \(Self.values.randomElement(using: &random) ?? "")"
      }
      let text = "{\(members.joined(separator: " , "))}"
      #expect(Self.read(text) == Self.decodeTree(text), "\(text)")
    }
  }

  @Test("texts that are cut off or changed anywhere are read and refused as the tree's")
  func broken() {
    let text =
      #"{"email":"a\u00e9\ud83d\ude00é","names":["x",1,true,null],"nested":{"count":-1.5e3},"free":{"a":[]}}"#
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      for byte in [
        UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "}"), UInt8(ascii: "0"), 0x1F, 0x80, 0xCC,
      ] {
        var changed = bytes
        changed[index] = byte
        let reader: Result<MessageReader?, JSONParser.Failure> = Result { () throws(JSONParser.Failure) in
          try MessageReader(changed, JSONParser())
        }
        let tree: Result<JSONValue, JSONParser.Failure> = Result { () throws(JSONParser.Failure) in
          try JSONParser().parse(changed)
        }
        switch (reader, tree) {
        case (.success, .success): break
        case (.failure(let one), .failure(let other)): #expect(one == other)
        default: Issue.record("\(changed)")
        }
      }
      let cut = String(decoding: bytes[..<index], as: UTF8.self)
      #expect(Self.read(cut) == Self.decodeTree(cut), "\(cut)")
    }
  }

  @Test("the name in camelCase counts, even where it is null; of duplicates the last does")
  func names() {
    #expect(Self.read(#"{"valid_since":"1","validSince":null}"#) == Self.read("{}"))
    #expect(Self.read(#"{"validSince":"2","valid_since":"1"}"#) == Self.read(#"{"validSince":"2"}"#))
    #expect(Self.read(#"{"count":{},"count":2}"#) == Self.read(#"{"count":2}"#))
  }

  @Test("the first fault in the message's order is told, wherever it stands")
  func faults() {
    #expect(
      Self.read(#"{"names":1,"count":"x"}"#)
        == .refusal("Invalid JSON payload received. /count must be integer"))
    #expect(
      Self.read(#"{"several":[{},{"count":[]}]}"#)
        == .refusal("Invalid JSON payload received. /several/1/count must be integer"))
    #expect(
      Self.read(#"{"names":["a",null]}"#)
        == .refusal("Invalid JSON payload received. /names/1 must not be null"))
  }

  @Test(
    "the path counts before the body, the body before the query, the query's first value before its others")
  func parts() throws {
    func text(_ body: String) throws -> [String?] {
      let members = try #require(
        try MessageReader(
          Array(body.utf8), JSONParser(), overriding: [("free", "path")],
          defaults: [("email", "query"), ("email", "second"), ("free", "query")]))
      return [try members.text("email"), try members.text("free")]
    }
    #expect(try text("{}") == ["query", "path"])
    #expect(try text(#"{"email":"body","free":"body"}"#) == ["body", "path"])
    #expect(try text(#"{"email":null}"#) == [nil, "path"])
  }

  // Fails when each of the query's names is looked for among the body's.
  @Test("a query of many names costs no more than the members of the body, whatever their number")
  func manyDefaults() throws {
    let members = (0..<30_000).map { "\"n\($0)x\":0" }.joined(separator: ",")
    let body = Array("{\(members)}".utf8)
    let defaults = (0..<256).map { (name: "n\($0)y", value: "") }
    /// Processor time of this thread, in seconds.
    func time(_ defaults: [(name: String, value: String)]) throws -> Double {
      func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      return try (0..<3).map { _ in
        let begin = now()
        _ = try MessageReader(body, JSONParser(), defaults: defaults)
        return now() - begin
      }.min() ?? 0
    }
    let (one, all) = (try time([defaults[0]]), try time(defaults))
    #expect(all < one * 8)
  }

  @Test("of a form's parameters the last counts")
  func form() throws {
    let members = MessageReader(form: [("refresh_token", "a"), ("refresh_token", "b"), ("grantType", "c")])
    #expect(try members.text("refreshToken") == "b")
    #expect(try members.text("grantType") == "c")
  }

  @Test("what every message may say is read in its order")
  func address() throws {
    let members = try #require(
      try MessageReader(Array(#"{"tenantId":"t","id_token":"","targetProjectId":5}"#.utf8), JSONParser()))
    let address = try MessageAddress(reading: members)
    #expect(address.tenantId == "t" && address.idToken == nil && address.targetProjectId == "5")
    #expect(throws: MessageFault.self) {
      try MessageAddress(
        reading: try #require(try MessageReader(Array(#"{"tenantId":[]}"#.utf8), JSONParser())))
    }
  }

  @Test("all members are found in an object of many that nobody knows")
  func many() throws {
    let strangers = (0..<65_000).map { "\"x\($0)\":0" }.joined(separator: ",")
    #expect(Self.read("{\(strangers),\"email\":\"a\"}") == Self.read(#"{"email":"a"}"#))
  }
}
