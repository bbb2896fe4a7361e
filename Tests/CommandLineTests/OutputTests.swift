import Foundation
import Testing

@Suite("Output that nobody gets", .timeLimit(.minutes(3)))
struct OutputTests {
  private static let full = "/dev/full"

  @Test(
    "a command whose output is lost does not say that it did what it says",
    arguments: [
      ["project", "show", "my-app"], ["project", "list"], ["keys", "list"],
      ["users", "hash-parameters", "my-app"],
      ["audit", "verify"], ["audit", "export"], ["audit", "head"], ["provider", "list", "my-app"],
      ["project", "service-account", "list", "my-app"],
    ])
  func lost(command: [String]) async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    let outcome = try await Program.run(command + ["--data", scratch.data], outputPath: Self.full)
    #expect(outcome.status == 1, "\(command)")
    #expect(
      outcome.error.contains("The output cannot be written: No space left on device."), "\(outcome.error)")
  }

  @Test("nor do those that need no installation", arguments: [["config", "show"], ["lab", "faults"]])
  func lostWithoutData(command: [String]) async throws {
    let outcome = try await Program.run(command, outputPath: Self.full)
    #expect(outcome.status == 1 && outcome.error.contains("The output cannot be written"), "\(outcome.error)")
  }

  @Test("a token that nobody got is no token")
  func token() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let create = ["project", "admin-token", "create", "my-app", "nightly"] + data
    #expect(try await Program.run(create, outputPath: Self.full).status == 1)
    let list = try await Program.run(["project", "admin-token", "list", "my-app"] + data)
    #expect(list.output == "The project has no administrator tokens.\n")
    #expect(try await Program.run(create).status == 0)
  }
}
