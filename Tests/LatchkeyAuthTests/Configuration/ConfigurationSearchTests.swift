import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("Where the configuration is looked for")
struct ConfigurationSearchTests {
  private let first: ConfigurationFolder
  private let second: ConfigurationFolder

  init() throws {
    first = try ConfigurationFolder()
    second = try ConfigurationFolder()
  }

  private func search(named file: String? = nil, owners: Set<uid_t> = [geteuid()]) -> ConfigurationSearch {
    ConfigurationSearch(namedFile: file, directories: [first.path, second.path], owners: owners)
  }

  @Test("the file of the environment comes first, then the directories in their order, JSON first in each")
  func order() throws {
    #expect(try search().find() == nil)
    try second.write("GoogleService-Info.plist", ConfigurationFolder.propertyList)
    #expect(try search().find()?.apiKey == "AIzaApple")
    try second.write("latchkey.json", ConfigurationFolder.web)
    #expect(try search().find()?.apiKey == "AIzaWeb")
    try first.write("GoogleService-Info.plist", ConfigurationFolder.propertyList)
    #expect(try search().find()?.apiKey == "AIzaApple")
    let named = try second.write("named", #"{"apiKey":"AIzaNamed"}"#)
    #expect(try search(named: named).find()?.apiKey == "AIzaNamed")
  }

  @Test("a file that was found and is no good ends the search")
  func noGood() throws {
    try second.write("latchkey.json", ConfigurationFolder.web)
    try first.write("latchkey.json", "{}")
    let error = #expect(throws: AuthError.self) { try search().find() }
    #expect(error?.authErrorCode == .invalidAPIKey)
    #expect(error?.localizedDescription.contains(first.path) == true)
    let missing = #expect(throws: AuthError.self) { try search(named: first.path + "/missing").find() }
    #expect(missing?.localizedDescription.contains("missing cannot be opened") == true)
    try FileManager.default.removeItem(atPath: first.path + "/latchkey.json")
    try #require(symlink("/nowhere", first.path + "/latchkey.json") == 0)
    #expect(throws: AuthError.self) { try search().find() }
  }

  @Test("nothing is taken that another user owns or everyone can change, unless the environment names it")
  func strangers() throws {
    let file = try first.write("latchkey.json", ConfigurationFolder.web)
    let foreign = #expect(throws: AuthError.self) { try search(owners: [geteuid() + 1]).find() }
    #expect(foreign?.localizedDescription.contains("belongs to another user") == true)
    try #require(chmod(file, 0o666) == 0)
    let open = #expect(throws: AuthError.self) { try search().find() }
    #expect(open?.localizedDescription.contains("changed by everyone") == true)
    #expect(try search(named: file, owners: [geteuid() + 1]).find()?.apiKey == "AIzaWeb")
    try #require(chmod(file, 0o664) == 0)
    #expect(try search().find()?.apiKey == "AIzaWeb")
  }

  @Test("without any file the error says where one was looked for")
  func nothing() {
    let error = #expect(throws: AuthError.self) { try search().require() }
    #expect(error?.authErrorCode == .internalError)
    for word in ["latchkey.json", "GoogleService-Info.plist", "LATCHKEYAUTH_CONFIG"] {
      #expect(error?.localizedDescription.contains(word) == true)
    }
  }

  @Test("a process looks at its bundle, its executable's directory and its current directory, in this order")
  func process() throws {
    let search = ConfigurationSearch.ofThisProcess
    #expect(search.directories.last == FileManager.default.currentDirectoryPath)
    let executable = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    #expect(search.directories.contains(executable.standardizedFileURL.path))
    #expect(search.owners.isSuperset(of: [geteuid(), 0]))
  }
}
