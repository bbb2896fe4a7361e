import ArgumentParser
import AsyncHTTPClient
import Foundation

/// Measures how fast the console's pages answer in a project with many users, beside the answer of `/healthz`.
struct ConsoleBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console", abstract: "Times of the console's pages over HTTP.",
    discussion: """
      Users are brought into a new installation, and more sign up, each with a record in the audit log. Then every page \
      that can be reached by links is asked for, one of each kind, one request at a time; and the list of users and the \
      audit log by searches. The aim is a median of 100 ms.
      """)

  @Argument(help: "The latchkey binary.") var binary: String
  @Option(help: "How many users there are.") var users = 1_000_000
  @Option(help: "How many of them sign up by themselves.") var signUps = 20_000
  @Option(help: "How often each page is asked for.") var requests = 21
  @Option(help: "The median, in milliseconds, that is aimed at.") var aim = 100.0
  @Option(help: "The directory in which the installation is made.") var parent: String?

  func run() async throws {
    guard users > 0, signUps >= 0, requests > 0 else {
      throw ValidationError("--users and --requests are from 1, --sign-ups is from 0.")
    }
    let interruption = Interruption()
    defer { interruption.end() }
    let installation = try ConsoleInstallation(binary: binary, parent: parent)
    interruption.remove(installation.directory)
    defer { installation.remove() }
    let rate = try installation.importUsers(users)
    print("\(users) users were imported, \(rounded(rate)) a second; \(buildConfiguration) build")
    let apiKey = try installation.apiKey()
    let server = try await installation.start()
    defer { server.stop() }
    let origin = "http://127.0.0.1:\(server.port)"
    try await SignUps(origin: origin, apiKey: apiKey).make(signUps)
    print("\(signUps) more signed up\n")
    let timer = PageTimer(origin: origin, requests: requests)
    guard let floor = try await timer.times(of: "/healthz", anyType: true)?.median else {
      throw CommandFailure(description: "/healthz did not answer")
    }
    var table = Table("Page", "median ms", "most ms", "of /healthz", "")
    var worst = 0.0
    for path in try await pages(of: timer) {
      guard let times = try await timer.times(of: path) else { continue }
      worst = max(worst, times.median)
      table.add(
        path, rounded(times.median, places: 1), rounded(times.most, places: 1),
        rounded(times.median / floor, places: 1), times.median > aim ? "missed" : "")
    }
    table.print()
    print("\nThe slowest median is \(rounded(worst, places: 1)) ms; the aim is \(rounded(aim)) ms.")
  }

  private func pages(of timer: PageTimer) async throws -> [String] {
    let base = "/console/p/\(ConsoleInstallation.project)"
    var crawler = PageCrawler()
    crawler.add(base)
    var found: [String] = []
    while let path = crawler.next() {
      guard let text = try await timer.page(path) else { continue }
      found.append(path)
      crawler.addLinks(of: text)
    }
    let middle = users / 2
    // Searches as people type them: with one result, a few results, many results and no result.
    let searches = [
      "q=user\(middle)%40example.com", "q=user9", "q=person%20\(middle)", "q=Person", "q=%2B1555",
      "q=nobody-at-all",
      "q=u\(middle)", "provider=google.com", "provider=apple.com", "provider=phone&q=person",
    ]
    // Some of these filters match nothing, so the search reads as many records as it may.
    let records = [
      "action=account.sign-up", "actor=nobody", "account=nobody-at-all", "account=u\(middle)",
      "action=account.deletion&actor=admin",
    ]
    return found + searches.map { "\(base)/users?\($0)" } + records.map { "\(base)/activity/audit?\($0)" }
  }
}
