import Testing

@testable import Console

@Suite("What the console's pages are made of")
struct ConsolePagesTests {
  // Nothing reads them before the first page is asked for.
  @Test("no template and no file of texts has a mistake")
  func mistakes() throws {
    _ = try Console.developmentPages.get()
    _ = try Console.allPages.get()
  }
}
