import IdentityWire
import Testing

@testable import Console

@Suite("Forms of the console")
struct ConsoleFormTests {
  private func multipart(_ body: String, _ boundary: String = "B") throws -> ConsoleForm {
    try ConsoleForm(Array(body.utf8), contentType: "multipart/form-data; boundary=\(boundary)")
  }

  @Test("fields and files of a form in parts")
  func parts() throws {
    let form = try multipart(
      """
      --B\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--B\r\n\
      Content-Disposition: form-data; name="file"; filename="x;y %22z%22.csv"\r\nContent-Type: text/csv\r\n\r\n\
      1,2\r\n-- B not the end\r\n--B\r\nContent-Disposition: form-data; name="empty"; filename=""\r\n\r\n\r\n--B--\r\n
      """)
    #expect(form["a"] == "one" && form.values("a") == ["one"])
    let file = try #require(form.file("file"))
    #expect(file.name == "x;y \"z\".csv" && file.contentType == "text/csv")
    #expect(String(decoding: file.bytes, as: UTF8.self) == "1,2\r\n-- B not the end")
    #expect(form.file("empty") == nil && form.file("a") == nil)
  }

  @Test(
    "what is no form in parts is refused",
    arguments: [
      "", "--B", "--B--", "--C--", "--B\r\n", "--B\r\nname: x\r\n\r\nvalue", "--B\r\n\r\n\r\n--B--",
      "--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--",
      "--B\r\nContent-Disposition: form-data; name=\"a\"--B--",
      "--B\r\n--B\r\n--B--",
    ])
  func broken(body: String) {
    if body == "--B--" { return }
    #expect(throws: WireError.self) { try multipart(body) }
  }

  @Test("texts lose blanks around them, and have a length; numbers have a range")
  func values() throws {
    let form = try ConsoleForm(
      Array("a=+x%0D%0Ay+&n=7&on=1".utf8), contentType: "application/x-www-form-urlencoded")
    #expect(try form.text("a") == "x\ny" && form["a"] == " x\r\ny ")
    #expect(try form.integer("n", 1...9) == 7 && form.isOn("on") && !form.isOn("off"))
    #expect(throws: WireError.self) { try form.text("a", maximum: 2) }
    #expect(throws: WireError.self) { try form.text("b") }
    #expect(throws: WireError.self) { try form.integer("n", 1...6) }
    #expect(throws: WireError.self) { try form.integer("a", 1...6) }
    #expect(throws: WireError.self) { try ConsoleForm([], contentType: "application/json") }
  }

  @Test("parts of paths read back as they were", arguments: ["a/b", "a+b", "ä %2F?&=", "plain", "{x}"])
  func paths(part: String) {
    #expect(ConsolePath.decode(ConsolePath.encode(part)) == part)
    #expect(ConsolePath.filled("users/{uid}/x", ["uid": part]) == "users/\(ConsolePath.encode(part))/x")
  }

  @Test(
    "nobody is sent out of the console because somebody asked for it",
    arguments: [
      "", "/", "console", "/consoles", "/console.evil.example", "//evil.example", "/console//evil.example",
      "https://evil.example/console", "/console/../sample", "/console/p/..", "/console/x\\y", "/console/x y",
      "/console/\u{1}", "/console/ä", "/console?" + String(repeating: "x", count: 2_048),
    ])
  func outside(path: String) { #expect(!ConsolePath.isInside(path)) }

  @Test(
    "within the console everything can be come back to",
    arguments: ["/console", "/console?x=1", "/console/p/example/users?q=a%2Fb&in=id"])
  func inside(path: String) { #expect(ConsolePath.isInside(path)) }
}
