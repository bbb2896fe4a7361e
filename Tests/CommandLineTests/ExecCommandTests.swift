import Foundation
import IdentityWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("latchkey exec", .serialized, .timeLimit(.minutes(10)))
struct ExecCommandTests {
  /// A command in the shape of a test: it signs a user up at the server that the environment names, and prints what it
  /// got as JSON.
  private static let signUp = """
    import json, os, urllib.request
    host = os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
    request = urllib.request.Request(
        f"http://{host}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any",
        b'{"returnSecureToken":true}', {"Content-Type": "application/json"})
    answer = json.load(urllib.request.urlopen(request))
    names = ["FIREBASE_AUTH_EMULATOR_HOST", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT", "OWN"]
    print(json.dumps({"idToken": answer["idToken"], **{name: os.environ.get(name) for name in names}}))
    """

  private static func result(_ outcome: Program.Outcome) throws -> JSONValue {
    try JSONParser(maximumDepth: 4).parse(Data(outcome.output.utf8))
  }

  @Test("the command finds an empty server by its environment, which ends with it")
  func server() async throws {
    let scratch = try Scratch()
    let outcome = try await Program.run(
      ["exec", "--", "python3", "-c", Self.signUp],
      environment: [
        "OWN": "kept", "GCLOUD_PROJECT": "demo-env", "http_proxy": "", "GOOGLE_CLOUD_PROJECT": "",
      ],
      in: scratch.directory.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    let result = try Self.result(outcome)
    #expect(result["GCLOUD_PROJECT"] == "demo-env" && result["GOOGLE_CLOUD_PROJECT"] == "demo-env")
    #expect(result["OWN"] == "kept")
    let token = try #require(result["idToken"]?.stringValue)
    #expect(token.hasSuffix("."))
    #expect(try UnverifiedJWT(token).claims["aud"] == "demo-env")
    let host = try #require(result["FIREBASE_AUTH_EMULATOR_HOST"]?.stringValue)
    #expect(
      outcome.error
        == "latchkey: a development server for the project demo-env at http://\(host), with unsigned ID tokens\n"
    )
    await #expect(throws: (any Error).self) {
      _ = try await URLSession.shared.data(from: try #require(URL(string: "http://\(host)/")))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path).isEmpty)
  }

  @Test("port and project are those of the Firebase project")
  func firebaseProject() async throws {
    let port = try TestServer.freePort()
    let directory = try FirebaseDirectory(
      #"{"emulators": {"auth": {"port": \#(port)}}}"#, aliases: #"{"projects": {"default": "demo-shop"}}"#)
    let outcome = try await Program.run(
      ["exec", "python3", "-c", Self.signUp], environment: ["GCLOUD_PROJECT": "demo-env", "http_proxy": ""],
      in: directory.below)
    #expect(outcome.status == 0, "\(outcome.error)")
    let result = try Self.result(outcome)
    #expect(result["FIREBASE_AUTH_EMULATOR_HOST"] == .string("127.0.0.1:\(port)"))
    #expect(result["GCLOUD_PROJECT"] == "demo-shop" && result["GOOGLE_CLOUD_PROJECT"] == "demo-shop")
  }

  @Test("its options count more")
  func options() async throws {
    let port = try TestServer.freePort()
    let outcome = try await Program.run(
      [
        "exec", "--port", String(port), "--project", "demo-mine", "--id-tokens", "signed", "--", "python3",
        "-c",
        Self.signUp,
      ], environment: ["http_proxy": ""])
    let result = try Self.result(outcome)
    #expect(result["FIREBASE_AUTH_EMULATOR_HOST"] == .string("127.0.0.1:\(port)"))
    #expect(result["GCLOUD_PROJECT"] == "demo-mine")
    #expect(try UnverifiedJWT(result["idToken"]?.stringValue ?? "").algorithm == "RS256")
  }

  @Test(
    "the status is the command's own",
    arguments: [
      (["--", "true"], 0), (["--", "sh", "-c", "exit 7"], 7), (["exit 3"], 3), (["true && exit 4"], 4),
      (["--", "sh", "-c", "kill -TERM $$"], 143), (["--", "sh", "-c", "kill -KILL $$"], 137),
      (["sh", "-c", "exit 5"], 5),
    ] as [([String], Int32)])
  func status(command: [String], status: Int32) async throws {
    #expect(try await Program.run(["exec"] + command).status == status)
  }

  @Test("a command that there is not, or cannot be run, is said in one sentence")
  func missing() async throws {
    let missing = try await Program.run("exec", "--", "no-such-command-anywhere", "--fast")
    #expect(missing.status == 127)
    #expect(
      missing.error.hasSuffix(
        "latchkey: There is no command no-such-command-anywhere. Check its spelling and the PATH.\n"))
    let scratch = try Scratch()
    try Data("#!/bin/sh\n".utf8).write(to: scratch.url("file"))
    let plain = try await Program.run("exec", "--", scratch.url("file").path)
    #expect(plain.status == 126)
    #expect(plain.error.contains("cannot be run: Permission denied."), "\(plain.error)")
    let byShell = try await Program.run("exec", "no-such-command-anywhere --fast")
    #expect(byShell.status == 127)
  }

  @Test("its input, its arguments and its output are the command's, and nothing else is printed there")
  func streams() async throws {
    let outcome = try await Program.run(
      [
        "exec", "--", "sh", "-c", "cat; echo \"$@\"; echo problem >&2", "name", "--port", "9", "-h", "--",
        "--help",
      ],
      input: "one\ntwo\n")
    #expect(outcome.output == "one\ntwo\n--port 9 -h -- --help\n")
    let errors = outcome.error.split(separator: "\n")
    #expect(errors.count == 2 && errors.last == "problem", "\(outcome.error)")
  }

  @Test("signals are passed on, and the server waits for what the command makes of them")
  func signals() async throws {
    for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] {
      let output = Pipe()
      let process = try ChildProcess(
        Program.url,
        [
          "exec", "--", "sh", "-c",
          "trap 'kill $!; exit \(number + 20)' TERM INT HUP USR1; sleep 600 & echo ready; wait",
        ], output: .pipe(output), error: .null)
      let printed = output.text(keeping: process)
      #expect(await printed.reaches { $0.contains("ready") })
      process.signal(number)
      #expect(await process.exitStatus() == number + 20)
    }
  }

  @Test("a signal before the server listens ends it all, without the command")
  func earlySignal() async throws {
    let output = Pipe()
    let process = try ChildProcess(
      Program.url, ["exec", "--", "sh", "-c", "sleep 1; echo ran"], output: .pipe(output), error: .null)
    let printed = output.text(keeping: process)
    process.signal(SIGTERM)
    let status = await process.exitStatus()
    #expect(status == 143 || status == SIGTERM, "\(status)")
    #expect(!printed.value.contains("ran"))
  }

  @Test(
    "a wrong command line is explained",
    arguments: [
      ([], "Add the command to run"), (["--"], "Add the command to run"),
      ([""], "Add the command to run"), (["--fast", "npm"], "There is no option --fast."),
      (["--port", "0", "true"], "The port must be from 1 to 65535."),
      (["--id-tokens", "none", "true"], "signed"),
      (["--host", "0.0.0.0", "true"], "loopback addresses only"),
    ] as [([String], String)])
  func usage(arguments: [String], sentence: String) async throws {
    let outcome = try await Program.run(["exec"] + arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
  }
}
