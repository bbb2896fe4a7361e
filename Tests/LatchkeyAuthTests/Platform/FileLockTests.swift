import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite("The lock of a storage in files")
struct FileLockTests {
  let parent: TemporaryDirectory
  let storage: FileStorage

  init() throws {
    parent = try TemporaryDirectory()
    storage = FileStorage(directory: parent.url.appending(path: "app"))
    try storage.exclusively("n") {}
  }

  private func increment(_ storage: FileStorage) throws {
    try storage.exclusively("n") {
      let count = try storage.load("n").flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      try storage.save(Data("\(count + 1)".utf8), for: "n")
    }
  }

  @Test("one thread at a time is in the body of a key, by whichever storage of the directory")
  func threads() throws {
    DispatchQueue.concurrentPerform(iterations: 100) { index in
      do {
        try increment(index % 2 == 0 ? storage : FileStorage(directory: storage.directory))
      } catch {
        Issue.record(error)
      }
    }
    #expect(try storage.load("n") == Data("100".utf8))
  }

  @Test("the thread that is in the body may enter it again, and others only when it has left both")
  func again() throws {
    let impatient = FileStorage(directory: storage.directory, lockSeconds: 0.05)
    try storage.exclusively("n") {
      try impatient.exclusively("n") {}
      #expect(outcomeElsewhere { try impatient.exclusively("n") {} } == .keychainError)
      #expect(outcomeElsewhere { try impatient.exclusively("m") {} } == nil)
    }
    #expect(outcomeElsewhere { try impatient.exclusively("n") {} } == nil)
  }

  @Test("what the body throws comes out, and the lock is free again")
  func throwing() throws {
    #expect(throws: URLError.self) { try storage.exclusively("n") { throw URLError(.badURL) } }
    #expect(outcomeElsewhere { try storage.exclusively("n") {} } == nil)
    #expect(try storage.exclusively("n") { 7 } == 7)
  }

  @Test("another process keeps out, for no longer than the storage wants to wait, and not after its end")
  func otherProcess() throws {
    let holder = try Python(
      """
      import fcntl, sys
      file = open(sys.argv[1], "r+")
      fcntl.flock(file, fcntl.LOCK_EX)
      print("locked", flush=True)
      sys.stdin.readline()
      """, [storage.directory.appending(path: "n.lock").path])
    #expect(holder.readLine() == "locked")
    let impatient = FileStorage(directory: storage.directory, lockSeconds: 0.05)
    let text = message(.keychainError) { try impatient.exclusively("n") {} }
    #expect(text?.contains("Another process") == true)
    #expect(holder.end(byWriting: "go\n") == 0)
    #expect(try impatient.exclusively("n") { true })
  }

  @Test("two processes that change one value lose no change of each other")
  func sharing() throws {
    let other = try Python(
      """
      import fcntl, os, sys
      directory = sys.argv[1]
      print("ready", flush=True)
      sys.stdin.readline()
      for _ in range(100):
          with open(directory + "/n.lock", "r+") as lock:
              fcntl.flock(lock, fcntl.LOCK_EX)
              try:
                  count = int(open(directory + "/n.data").read())
              except FileNotFoundError:
                  count = 0
              beside = os.open(directory + "/beside", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
              os.write(beside, str(count + 1).encode())
              os.close(beside)
              os.rename(directory + "/beside", directory + "/n.data")
      """, [storage.directory.path])
    #expect(other.readLine() == "ready")
    other.write("go\n")
    for _ in 0..<100 { try increment(storage) }
    #expect(other.end() == 0)
    #expect(try storage.load("n") == Data("200".utf8))
  }

  @Test("a lock's file that is removed while it is waited for keeps nobody apart from those who come later")
  func removedLockFile() throws {
    let path = storage.directory.appending(path: "n.lock").path
    let holder = try Python(
      """
      import fcntl, os, sys, time
      file = open(sys.argv[1], "r+")
      fcntl.flock(file, fcntl.LOCK_EX)
      print("locked", flush=True)
      sys.stdin.readline()
      os.remove(sys.argv[1])
      open(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600), "r+").close()
      """, [path])
    #expect(holder.readLine() == "locked")
    holder.write("go\n")
    // Whether it waits on the old file or comes to the new one: what it has in the end is the one at the
    // path.
    try storage.exclusively("n") {
      #expect(holder.end() == 0)
      let probe = try Python(
        """
        import fcntl, sys
        try:
            fcntl.flock(open(sys.argv[1], "r+"), fcntl.LOCK_EX | fcntl.LOCK_NB)
            print("free", flush=True)
        except BlockingIOError:
            print("locked", flush=True)
        """, [path])
      #expect(probe.readLine() == "locked")
      _ = probe.end()
    }
  }

  /// What comes of it on a thread of its own.
  private func outcomeElsewhere(_ body: @escaping @Sendable () throws -> Void) -> AuthErrorCode? {
    let outcome = Mutex<AuthErrorCode?>(nil)
    let ended = DispatchSemaphore(value: 0)
    Thread {
      do { try body() } catch {
        outcome.withLock { $0 = AuthErrorCode(rawValue: (error as NSError).code) }
      }
      ended.signal()
    }.start()
    ended.wait()
    return outcome.withLock { $0 }
  }
}
