import Foundation
import Testing

@Suite("latchkey passwords", .timeLimit(.minutes(15)))
struct PasswordsCommandTests {
  @Test("a filter is made of a list, and finds what the list has")
  func build() async throws {
    let scratch = try Scratch()
    let list = scratch.url("list.txt")
    // SHA-1 of "hunter-gatherer" is not in it; that of "password" is.
    let lines = ["zebra-crossing", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:42", ""]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: list)
    let made = try await Program.run("passwords", "build-filter", list.path)
    #expect(made.status == 0, "\(made.error)")
    #expect(made.error.contains("2 passwords, "))
    let checked = try await Program.run(
      ["passwords", "check", list.path + ".filter"], input: "zebra-crossing\nhunter-gatherer\nqwerty\n")
    #expect(checked.output == "refused: listed\naccepted\nrefused: common\n", "\(checked.error)")
    #expect(checked.error.hasPrefix("2 passwords, "))
  }

  @Test("what cannot be done is said")
  func refusals() async throws {
    let scratch = try Scratch()
    let empty = scratch.url("empty")
    try Data("\n\n".utf8).write(to: empty)
    #expect(try await Program.run("passwords", "build-filter", empty.path).status == 1)
    #expect(try await Program.run("passwords", "build-filter", scratch.url("none").path).status == 1)
    #expect(
      try await Program.run("passwords", "build-filter", empty.path, "--false-positive-rate", "1").status
        == 64)
    let check = try await Program.run("passwords", "check", empty.path)
    #expect(check.status == 1 && check.error.contains("is no filter"), "\(check.error)")
  }
}
