import Foundation
import Testing

@testable import LatchkeyAuth

/// The default app belongs to the whole process: each test has a process of its own.
@Suite("FirebaseApp.configure()")
struct ConfigureTests {
  /// Makes a new directory the current one, without a configuration.
  static func moveAway() throws -> ConfigurationFolder {
    let folder = try ConfigurationFolder()
    try #require(FileManager.default.changeCurrentDirectoryPath(folder.path))
    unsetenv(ConfigurationSearch.variable)
    return folder
  }

  private func lines(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(
      String.init
    )
    .filter { $0.hasPrefix("[LatchkeyAuth]") }
  }

  @Test("without a configuration there is no app, and one line on standard error says why")
  func nothing() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try ConfigureTests.moveAway()
      FirebaseApp.configure()
      #expect(FirebaseApp.app() == nil)
      #expect(FirebaseApp.allApps == nil)
      #expect(FirebaseOptions.defaultOptions() == nil)
      let error = #expect(throws: AuthError.self) { try FirebaseApp.tryConfigure() }
      #expect(error?.authErrorCode == .internalError)
      withExtendedLifetime(folder) {}
    }
    #expect(lines(result).count == 1)
    #expect(lines(result).first?.contains("No configuration was found") == true)
  }

  @Test("the default app is configured from the current directory, once")
  func currentDirectory() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try ConfigureTests.moveAway()
      try folder.write("latchkey.json", ConfigurationFolder.web)
      FirebaseApp.configure()
      let app = try #require(FirebaseApp.app())
      #expect(app.name == "__FIRAPP_DEFAULT")
      #expect(app.options.apiKey == "AIzaWeb")
      #expect(FirebaseApp.allApps?.count == 1)
      FirebaseApp.configure()
      FirebaseApp.configure(options: FirebaseOptions(apiKey: "other"))
      #expect(FirebaseApp.app() === app)
      #expect(throws: AuthError.self) { try FirebaseApp.tryConfigure() }
      withExtendedLifetime(folder) {}
    }
    #expect(lines(result).count == 2)
    #expect(lines(result).allSatisfy { $0.contains("configured already") })
  }

  @Test("LATCHKEYAUTH_CONFIG names the file, and a file that is not there is not passed over")
  func environment() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try ConfigureTests.moveAway()
      try folder.write("latchkey.json", ConfigurationFolder.web)
      setenv("LATCHKEYAUTH_CONFIG", folder.path + "/missing", 1)
      FirebaseApp.configure()
      #expect(FirebaseApp.app() == nil)
      setenv("LATCHKEYAUTH_CONFIG", try folder.write("named", ConfigurationFolder.propertyList), 1)
      #expect(FirebaseOptions.defaultOptions()?.apiKey == "AIzaApple")
      let app = try FirebaseApp.tryConfigure()
      #expect(app.options.projectID == "example")
      withExtendedLifetime(folder) {}
    }
    #expect(lines(result).count == 1)
    #expect(lines(result).first?.contains("missing cannot be opened") == true)
  }

  @Test("options in code need no file; the level of the log is kept")
  func code() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try ConfigureTests.moveAway()
      #expect(FirebaseConfiguration.shared.loggerLevel == .notice)
      FirebaseConfiguration.shared.setLoggerLevel(.error)
      #expect(FirebaseConfiguration.shared.loggerLevel == .error)
      SDKLog.write(.warning, "not shown")
      SDKLog.write(.error, "shown\nin one line")
      FirebaseApp.configure(options: FirebaseOptions(apiKey: "AIzaCode"))
      #expect(FirebaseApp.app()?.options.apiKey == "AIzaCode")
      withExtendedLifetime(folder) {}
    }
    #expect(lines(result) == ["[LatchkeyAuth] error: shown in one line"])
  }
}
