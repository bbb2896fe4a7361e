import Foundation
import TestSupport
import Testing

/// The tutorials of the SDK's documentation show these files.
@Suite("The tutorials' commands", .timeLimit(.minutes(15)))
struct TutorialCommandTests {
  private static let folder = Repository.url(
    "Sources/LatchkeyAuth/LatchkeyAuth.docc/Tutorials/Code")

  private let scratch: Scratch

  /// An installation beside a development server's data, with the files that the commands read.
  init() async throws {
    scratch = try Scratch()
    try write("publicOrigin: https://auth.example.com\ndata: {directory: data}\n", to: "latchkey.yaml")
    try write("a secret\n", to: "secret.txt")
    for (project, data) in [("my-app", scratch.data), ("latchkey-dev", scratch.url(".latchkey").path)] {
      #expect(try await Program.run("project", "create", project, "--data", data).status == 0)
    }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: scratch.url(name))
    try #require(chmod(scratch.url(name).path, 0o600) == 0)
  }

  /// Runs a file as a reader types it.
  private func run(_ name: String) async throws {
    let environment = ProcessInfo.processInfo.environment
    let path = "\(Program.url.deletingLastPathComponent().path):\(environment["PATH", default: ""])"
    let status = try await ChildProcess.run(
      URL(filePath: "/bin/sh"),
      ["-euc", "cd \"$0\" && . \"$1\"", scratch.directory.path, Self.folder.appending(path: name).path],
      environment: environment.merging(["PATH": path]) { $1 }, output: .null)
    #expect(status == 0, "\(name)")
  }

  @Test("the property list names the server for real users")
  func configuration() async throws {
    try await run("configuration.sh")
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: scratch.url("GoogleService-Info.plist")), format: nil)
    let members = try #require(list as? [String: Any])
    #expect(members["LATCHKEY_URL"] as? String == "https://auth.example.com")
    #expect(members["BUNDLE_ID"] as? String == "com.example.app" && members["REVERSED_CLIENT_ID"] != nil)
  }

  @Test(
    "each provider is complete after its commands",
    arguments: [
      ("facebook-provider.sh", "facebook.com"), ("github-provider.sh", "github.com"),
      ("apple-provider.sh", "apple.com"), ("apple-browser.sh", "apple.com"),
    ])
  func provider(file: String, id: String) async throws {
    let key = try await ChildProcess.run(
      URL(filePath: "/usr/bin/openssl"),
      [
        "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
        scratch.url("AuthKey_FGHIJ67890.p8").path,
      ], error: .null)
    try #require(key == 0)
    try await run(file)
    let list = try await Program.run("provider", "list", "my-app", "--data", scratch.data)
    #expect(list.status == 0 && list.output.contains(id), "\(list.output)")
  }

  @Test("every file of commands is run by a test")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".sh") }
    #expect(
      Set(files) == [
        "configuration.sh", "facebook-provider.sh", "github-provider.sh", "apple-provider.sh",
        "apple-browser.sh",
      ])
  }
}
