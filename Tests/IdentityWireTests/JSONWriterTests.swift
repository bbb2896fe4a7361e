import Testing

@testable import IdentityWire

@Suite("JSON writer")
struct JSONWriterTests {
  @Test("what it writes is read back as it was")
  func roundTrip() throws {
    let strings = (1..<0x3000).compactMap { Unicode.Scalar($0).map { String(Character($0)) } }
    let values: [JSONValue] = [
      .null, true, false, 0, -1, .integer(.max), .integer(.min), 1.5, .double(1e300), .double(-2.5e-10), "",
      "\"\\/\u{8}\n😀",
      [], [:], ["a": [1, ["b": .null]], "": "", "é\"": [true]], .array(strings.map { .string($0) }),
    ]
    for value in values {
      #expect(try JSONParser(maximumBytes: 1 << 22).parse(JSONWriter.text(value)) == value)
    }
  }

  @Test("objects come sorted, and compact")
  func form() {
    #expect(JSONWriter.text(["b": 1, "a": ["d": .null, "c": 2]]) == #"{"a":{"c":2,"d":null},"b":1}"#)
    #expect(JSONWriter.text(["\u{1}\u{1F}\t\n\r\"\\": "é"]) == #"{"\u0001\u001f\t\n\r\"\\":"é"}"#)
    #expect(JSONWriter.text(.double(.nan)) == "null")
    #expect(JSONWriter.text(.double(.infinity)) == "null")
  }

  @Test("members that are written one by one keep their order")
  func order() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("z", 1 as Int64)
    writer.member("a", "x")
    writer.key("list")
    writer.beginArray()
    writer.write(true)
    writer.beginObject()
    writer.endObject()
    writer.write("y")
    writer.endArray()
    writer.member("m", false)
    writer.member("j", [1])
    writer.endObject()
    #expect(writer.text == #"{"z":1,"a":"x","list":[true,{},"y"],"m":false,"j":[1]}"#)
  }
}
