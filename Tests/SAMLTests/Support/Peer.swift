import Foundation

/// Programs of others that tests compare with.
enum Peer {
  static let xmlsec = ["/usr/bin/xmlsec1", "/usr/local/bin/xmlsec1"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static func run(
    _ program: String, _ arguments: [String], input: [UInt8] = []
  ) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (
      stdin, stdout, FileHandle.nullDevice
    )
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, [UInt8](output))
  }
}
