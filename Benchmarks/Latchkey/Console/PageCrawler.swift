import Foundation

/// Finds pages by the links on other pages, one page of each kind. For example, the pages of two users are of one kind,
/// and so are two pages of a list.
struct PageCrawler {
  private static let limit = 400

  private var waiting: [String] = []
  private var kinds: Set<String> = []

  mutating func add(_ path: String) {
    guard kinds.count < Self.limit, kinds.insert(Self.kind(of: path)).inserted else { return }
    waiting.append(path)
  }

  mutating func addLinks(of page: String) {
    for match in page.matches(of: /href="(\/console\/[^"#]*)/) {
      add(String(match.1.replacing("&amp;", with: "&")))
    }
  }

  mutating func next() -> String? { waiting.isEmpty ? nil : waiting.removeFirst() }

  private static func kind(of path: String) -> String {
    let parts = path.split(separator: "?", maxSplits: 1)
    let segments = (parts.first ?? "").split(separator: "/").map { segment in
      segment.contains(where: { $0.isNumber || $0.isUppercase }) ? "{}" : String(segment)
    }
    let names = (parts.dropFirst().first ?? "").split(separator: "&").map { pair in
      String(pair.prefix { $0 != "=" })
    }
    return segments.joined(separator: "/") + "?" + names.sorted().joined(separator: "&")
  }
}
