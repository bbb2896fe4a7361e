import Foundation

/// Writes a Swift file with the texts of other files: `embed-texts OUTPUT FILE...`
@main
enum EmbedTexts {
  static func main() throws {
    let paths = Array(CommandLine.arguments.dropFirst())
    guard let output = paths.first else {
      FileHandle.standardError.write(Data("embed-texts OUTPUT FILE...\n".utf8))
      exit(64)
    }
    let members = try paths.dropFirst().map { path in
      let url = URL(filePath: path)
      return member(url.lastPathComponent, try String(contentsOf: url, encoding: .utf8))
    }
    let code = Data(("enum PackageResources {\n" + members.joined() + "}\n").utf8)
    // SwiftPM links this program anew in every build. What has not changed is not compiled again.
    if (try? Data(contentsOf: URL(filePath: output))) == code { return }
    try code.write(to: URL(filePath: output), options: .atomic)
  }

  private static func member(_ file: String, _ text: String) -> String {
    let name = String(file.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    var fence = "#"
    while text.contains("\"\"\"" + fence) || text.contains("\\" + fence) { fence += "#" }
    return "static let \(name) = Array(\(fence)\"\"\"\n\(text)\n\"\"\"\(fence).utf8)\n"
  }
}
