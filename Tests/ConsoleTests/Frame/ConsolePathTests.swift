import Testing

@testable import Console

@Suite("Paths of the console")
struct ConsolePathTests {
  @Test("a browser is sent to a place in the console and nowhere else")
  func inside() {
    for path in [
      "/console", "/console?x=1", "/console/p/a/users/id-..", "/console/p/a/users/id-%2E%2E/edit",
      "/console/p/a/users?q=..&page=2", "/console/p/a/..b/%2e",
    ] {
      #expect(ConsolePath.isInside(path), "\(path)")
    }
    for path in [
      "", "/", "//evil.example", "https://evil.example", "/consoles", "console", "/console\\..",
      "/console//evil.example", "/console/..", "/console/../x", "/console/..?x", "/console/..#x",
      "/console/%2e%2e", "/console/%2E./x", "/console/.%2e?x", "/console/\t", "/console/ é",
      "/console/" + String(repeating: "a", count: 2_048),
    ] {
      #expect(!ConsolePath.isInside(path), "\(path)")
    }
  }
}
