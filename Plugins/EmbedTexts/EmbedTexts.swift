import Foundation
import PackagePlugin

/// Embeds the texts in a target's folders Pages and Texts as members of `PackageResources`. SwiftPM's own `embedInCode`
/// does the same with a hundred times as much code, because it writes each byte as an integer literal.
@main
struct EmbedTexts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let texts = ["Pages", "Texts"].flatMap { folder in
      let directory = target.directoryURL.appending(path: folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
      return names.sorted().map { directory.appending(path: $0) }
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "PackageResources.swift")
    return [
      .buildCommand(
        displayName: "Embedding the texts of \(target.name)",
        executable: try context.tool(named: "embed-texts").url,
        arguments: [output.path] + texts.map(\.path), inputFiles: texts, outputFiles: [output])
    ]
  }
}
