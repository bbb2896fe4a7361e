#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What the compiler says of closures that an app hands to the SDK. Nothing that it refuses can be part of a test.
  @Suite(
    "Closures belong to the main actor, and Swift 6 refuses those that would race", .serialized,
    .enabled(if: Compiler.isThere, "There is no Swift compiler, or no build of this package."))
  struct ClosureIsolationTests {
    static let races = [
      """
      actor Journal {
        var lines: [String] = []
        func signIn(_ auth: Auth) {
          auth.signIn(withEmail: "", password: "") { result, error in self.lines.append("signed in") }
        }
      }
      """,
      """
      actor Journal {
        var lines: [String] = []
        func listen(_ auth: Auth) {
          auth.addStateDidChangeListener { auth, user in self.lines.append(user?.uid ?? "") }
        }
      }
      """,
      """
      actor Journal {
        var lines: [String] = []
        func listen(_ auth: Auth) {
          auth.addIDTokenDidChangeListener { auth, user in self.lines.append(user?.uid ?? "") }
        }
      }
      """,
      """
      actor Journal {
        var lines: [String] = []
        func renew(_ user: User) { user.getIDToken { token, error in self.lines.append(token ?? "") } }
      }
      """,
      """
      final class Model {
        var user: User?
        func signIn(_ auth: Auth) { auth.signInAnonymously { result, error in self.user = result?.user } }
      }
      """,
      """
      func signIn(_ auth: Auth) -> User? {
        var user: User?
        auth.signInAnonymously { result, error in user = result?.user }
        return user
      }
      """,
    ]

    @Test("what another actor or thread uses, too, does not compile in Swift 6", arguments: races)
    func refused(_ code: String) throws {
      let errors = try Compiler.errors(code, swift: 6)
      let isRace = errors.contains("main actor") || errors.contains("data races")
      #expect(isRace, "\(errors)")
    }

    static let safe = [
      """
      @MainActor final class Model {
        var user: User?
        func signIn(_ auth: Auth) {
          auth.signInAnonymously { result, error in
            self.user = result?.user
            auth.signIn(withCustomToken: "") { result, error in self.user = result?.user }
          }
          auth.addStateDidChangeListener { auth, user in self.user = user }
        }
      }
      """,
      """
      final class Counter { var count = 0 }
      func count(_ auth: Auth) {
        let counter = Counter()
        auth.signInAnonymously { result, error in counter.count += 1 }
      }
      """,
      """
      func user(_ auth: Auth) async -> User? {
        await withCheckedContinuation { continuation in
          auth.signInAnonymously { result, error in continuation.resume(returning: result?.user) }
        }
      }
      """,
    ]

    @Test("what the main actor alone uses compiles in both languages", arguments: safe, [5, 6])
    func accepted(_ code: String, language: Int) throws {
      #expect(try Compiler.errors(code, swift: language) == "")
    }

    @Test("in Swift 5 the code of FirebaseAuth's apps compiles as it is", arguments: races.suffix(2))
    func swift5(_ code: String) throws {
      #expect(try Compiler.errors(code, swift: 5) == "")
    }
  }

  /// The compiler that made this program, with the modules that were made with it.
  private enum Compiler {
    private static let modules = Repository.url(".build/debug/Modules")
    private static let command = ProcessInfo.processInfo.environment["PATH", default: ""].split(
      separator: ":"
    )
    .lazy.map { URL(filePath: "\($0)/swiftc") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path()) }

    static var isThere: Bool {
      command != nil
        && FileManager.default.fileExists(atPath: modules.appending(path: "FirebaseAuth.swiftmodule").path())
    }

    /// C modules under Swift's own, which have to be found by their maps.
    private static var moduleMaps: [String] {
      let crypto = Repository.url(".build/debug/scratch/checkouts/swift-crypto/Sources")
      let targets = try? FileManager.default.contentsOfDirectory(atPath: crypto.path())
      return (targets ?? []).map { crypto.appending(path: "\($0)/include/module.modulemap").path() }
        .filter(FileManager.default.fileExists(atPath:))
    }

    /// Its lines that say "error"; empty for code that compiles.
    static func errors(_ code: String, swift language: Int) throws -> String {
      let folder = try TemporaryDirectory()
      let source = folder.url.appending(path: "App.swift")
      try Data("import FirebaseAuth\nimport Foundation\n\(code)\n".utf8).write(to: source)
      let output = Pipe()
      let process = try ChildProcess(
        try #require(command),
        [
          "-swift-version", "\(language)", "-parse-as-library", "-emit-sil", "-o", "/dev/null", "-I",
          modules.path(),
        ]
          + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + [source.path()],
        output: .null, error: .pipe(output))
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      _ = process.waitForExit()
      return text.split(separator: "\n").filter { $0.contains("error:") }.joined(separator: "\n")
    }
  }
#endif
