import Foundation
import Testing

@testable import IdentityWire

@Suite("Encoding answers")
struct WireEncoderTests {
  private struct Inner: Codable, Equatable {
    var text: String
    var list: [Int64]
  }

  private struct Nothing: Codable, Equatable {}

  private struct Message: Codable, Equatable {
    var text = "plain"
    var strange = "\"\\/\u{1}\u{8}\n\t\u{7F}\u{2028}é🔑"
    var missing: String?
    var yes = true
    var number: Int64 = .min
    var small: UInt8 = 7
    var milliseconds = 1_753_000_000_123.0
    var fraction = 0.25
    var inner = Inner(text: "", list: [1, 2, 3])
    var inners = [Inner(text: "a", list: []), Inner(text: "b", list: [0])]
    var texts = ["one", "two"]
    var nested = [["a"], [], ["b", "c"]]
    var map = ["key": Inner(text: "m", list: [9])]
    var nothing = Nothing()
    var nothings = [Nothing(), Nothing()]
    var free = JSONValue.object(["a": .array([.null, .bool(false), .integer(3), .string("x")])])
    var after = "still here"
  }

  @Test("An answer reads as Foundation's encoder would have written it")
  func sameAsFoundation() throws {
    let text = try WireEncoder().encode(Message())
    let ours = try JSONParser().parse(text)
    let theirs = try JSONParser().parse(JSONEncoder().encode(Message()))
    #expect(ours == theirs)
    #expect(try JSONDecoder().decode(Message.self, from: Data(text)) == Message())
  }

  @Test("Members stand in the order of the message, and whole numbers have no fraction")
  func text() throws {
    struct Answer: Encodable {
      var kind = "k"
      var at = 1_753_000_000_123.0
      var items: [String]? = []
    }
    let text = String(decoding: try WireEncoder().encode(Answer()), as: UTF8.self)
    #expect(text == #"{"kind":"k","at":1753000000123,"items":[]}"#)
    #expect(String(decoding: try WireEncoder().encode(Nothing()), as: UTF8.self) == "{}")
  }

  /// Containers that are opened by hand, one inside the other.
  private struct ByHand: Encodable {
    enum Key: String, CodingKey { case outer, inner, list, last }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      try outer.encode(1, forKey: .inner)
      var list = outer.nestedUnkeyedContainer(forKey: .list)
      try list.encode("x")
      try list.encodeNil()
      try container.encode(true, forKey: .last)
    }
  }

  @Test("A container ends where something outside it is written")
  func nestedContainers() throws {
    let text = String(decoding: try WireEncoder().encode(ByHand()), as: UTF8.self)
    #expect(text == #"{"outer":{"inner":1,"list":["x",null]},"last":true}"#)
  }

  @Test("A number that JSON does not have is refused", arguments: [Double.nan, .infinity])
  func noNumber(value: Double) {
    #expect(throws: EncodingError.self) { try WireEncoder().encode([value]) }
  }
}
