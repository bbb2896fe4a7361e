import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite("Storage in files")
struct FileStorageTests {
  let parent: TemporaryDirectory
  let storage: FileStorage

  init() throws {
    parent = try TemporaryDirectory()
    storage = FileStorage(directory: parent.url.appending(path: "state/latchkey/app"))
  }

  private func file(_ name: String) -> URL { storage.directory.appending(path: name) }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: storage.directory.path).sorted()
  }

  @Test("keeps, replaces and removes by key, also for a storage that is opened later")
  func values() throws {
    #expect(try storage.load("user") == nil)
    try storage.remove("user")
    #expect(!FileManager.default.fileExists(atPath: storage.directory.path))
    let large = Data((0..<FileStorage.maximumBytes).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try storage.save(large, for: "user")
    #expect(try FileStorage(directory: storage.directory).load("user") == large)
    try storage.save(Data(), for: "user")
    #expect(try storage.load("user") == Data())
    try storage.save(Data("other".utf8), for: "other")
    try storage.remove("user")
    #expect(try storage.load("user") == nil)
    #expect(try storage.load("other") == Data("other".utf8))
    #expect(try files() == ["other.data"])
  }

  @Test("only the user may look into what is made")
  func modes() throws {
    try storage.save(Data("secret".utf8), for: "user")
    try storage.exclusively("user") {}
    #expect(try mode(storage.directory) == 0o700)
    #expect(try mode(parent.url.appending(path: "state")) == 0o700)
    #expect(try mode(file("user.data")) == 0o600)
    #expect(try mode(file("user.lock")) == 0o600)
  }

  @Test("a file that others may read or write is refused", arguments: [0o644, 0o640, 0o660, 0o604, 0o4600])
  func openFile(mode: Int) throws {
    try storage.save(Data("secret".utf8), for: "user")
    #expect(chmod(file("user.data").path, mode_t(mode)) == 0)
    let text = message(.keychainError) { _ = try storage.load("user") }
    #expect(text?.contains("0600") == true && text?.contains("user.data") == true)
    #expect(text?.contains("secret") == false)
    try storage.save(Data("new".utf8), for: "user")
    #expect(try storage.load("user") == Data("new".utf8))
  }

  @Test("a directory that others may look into is refused", arguments: [0o755, 0o710, 0o702])
  func openDirectory(mode: Int) throws {
    try storage.save(Data("secret".utf8), for: "user")
    #expect(chmod(storage.directory.path, mode_t(mode)) == 0)
    #expect(message(.keychainError) { _ = try storage.load("user") }?.contains("0700") == true)
    #expect(message(.keychainError) { try storage.save(Data(), for: "user") } != nil)
    #expect(message(.keychainError) { try storage.remove("user") } != nil)
    #expect(message(.keychainError) { try storage.exclusively("user") {} } != nil)
  }

  @Test("what belongs to another user is refused", .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    try storage.save(Data("secret".utf8), for: "user")
    #expect(chown(file("user.data").path, 65_534, 65_534) == 0)
    #expect(message(.keychainError) { _ = try storage.load("user") }?.contains("another user") == true)
    #expect(chown(storage.directory.path, 65_534, 65_534) == 0)
    #expect(
      message(.keychainError) { try storage.save(Data(), for: "new") }?.contains("another user") == true)
  }

  @Test("a symbolic link in the place of a file is not followed, and is replaced by a file")
  func linkedFile() throws {
    let target = parent.url.appending(path: "target")
    try Data("target".utf8).write(to: target)
    #expect(chmod(target.path, 0o600) == 0)
    try storage.save(Data(), for: "other")
    try FileManager.default.createSymbolicLink(at: file("user.data"), withDestinationURL: target)
    try FileManager.default.createSymbolicLink(at: file("user.lock"), withDestinationURL: target)
    #expect(message(.keychainError) { _ = try storage.load("user") }?.contains("symbolic link") == true)
    #expect(message(.keychainError) { try storage.exclusively("user") {} }?.contains("symbolic link") == true)
    try storage.save(Data("mine".utf8), for: "user")
    #expect(try storage.load("user") == Data("mine".utf8))
    #expect(try Data(contentsOf: target) == Data("target".utf8))
  }

  @Test("a symbolic link in the place of the directory is refused")
  func linkedDirectory() throws {
    let elsewhere = FileStorage(directory: parent.url.appending(path: "elsewhere"))
    try elsewhere.save(Data("secret".utf8), for: "user")
    let link = parent.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: elsewhere.directory)
    let linked = FileStorage(directory: link)
    #expect(message(.keychainError) { _ = try linked.load("user") } != nil)
    #expect(message(.keychainError) { try linked.save(Data(), for: "user") } != nil)
  }

  @Test("a pipe, a directory or something huge in the place of a file is refused, and nothing waits for it")
  func notAFile() throws {
    try storage.save(Data(), for: "other")
    #expect(mkfifo(file("pipe.data").path, 0o600) == 0)
    #expect(message(.keychainError) { _ = try storage.load("pipe") } != nil)
    try FileManager.default.createDirectory(at: file("folder.data"), withIntermediateDirectories: false)
    #expect(message(.keychainError) { _ = try storage.load("folder") } != nil)
    #expect(message(.keychainError) { try storage.save(Data(), for: "folder") } != nil)
    #expect(message(.keychainError) { try storage.remove("folder") } != nil)
    try storage.save(Data(), for: "huge")
    #expect(truncate(file("huge.data").path, 1 << 40) == 0)
    #expect(message(.keychainError) { _ = try storage.load("huge") }?.contains("too large") == true)
    let data = Data(count: FileStorage.maximumBytes + 1)
    #expect(message(.keychainError) { try storage.save(data, for: "other") } != nil)
    #expect(try files().filter { $0.hasSuffix(".new") }.isEmpty)
  }

  @Test("what a process left that died while it wrote is removed; what is being written is not")
  func remains() throws {
    try storage.save(Data(), for: "user")
    for (name, age) in [("user.old.new", 7_200.0), ("user.young.new", 0)] {
      try Data("secret".utf8).write(to: file(name))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file(name).path)
    }
    try storage.remove("user")
    #expect(try files() == ["user.young.new"])
  }

  @Test("readers see a whole value at any time while it is replaced")
  func replacement() throws {
    let values = (0..<4).map { Data(repeating: UInt8($0), count: 50_000 + $0 * 10_000) }
    try storage.save(values[0], for: "user")
    let strange = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 80) { index in
      do {
        if index % 2 == 0 {
          try storage.save(values[index % values.count], for: "user")
        } else if let value = try storage.load("user"), !values.contains(value) {
          strange.withLock { $0 += 1 }
        }
      } catch {
        strange.withLock { $0 += 1 }
      }
    }
    #expect(strange.withLock { $0 } == 0)
    #expect(try files() == ["user.data"])
  }

  @Test(
    "any key is a file of its own",
    arguments: [
      "", ".", "..", "../../escape", "/etc/passwd", "a/b", "a\0b", "A", "a", "ä", "a\u{308}", "a.data",
      "a.lock",
      "firebase_auth_1___FIRAPP_DEFAULT_firebase_user", String(repeating: "k", count: 5_000), "line\nbreak",
      "-rf",
    ])
  func keys(key: String) throws {
    let others = ["a", "A", "ä", "a\u{308}", ".", "..", "a.data", "a_b"].filter {
      Array($0.utf8) != Array(key.utf8)
    }
    for other in others { try storage.save(Data("other".utf8), for: other) }
    try storage.save(Data("mine".utf8), for: key)
    #expect(try storage.load(key) == Data("mine".utf8))
    for other in others { #expect(try storage.load(other) == Data("other".utf8)) }
    let names = try files()
    #expect(names.count == others.count + 1)
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { $0 > 32 && $0 < 127 } && $0.utf8.count <= 100 })
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.url.path) == ["state"])
  }

  @Test("the directory is under the user's state directory, or where an absolute XDG_STATE_HOME says")
  func defaultDirectory() {
    let home = URL(filePath: "/home/ada", directoryHint: .isDirectory)
    func path(_ app: String, _ stateHome: String?) -> String {
      FileStorage.defaultDirectory(app: app, stateHome: stateHome, home: home).path(percentEncoded: false)
    }
    #expect(path("notes", nil) == "/home/ada/.local/state/latchkey/auth/notes/")
    #expect(path("notes", "/var/state") == "/var/state/latchkey/auth/notes/")
    #expect(path("notes", "relative") == "/home/ada/.local/state/latchkey/auth/notes/")
    #expect(path("notes", "") == "/home/ada/.local/state/latchkey/auth/notes/")
    #expect(!path("../../x", nil).contains("/../"))
    #expect(path("../../x", nil).hasPrefix("/home/ada/.local/state/latchkey/auth/"))
  }
}
