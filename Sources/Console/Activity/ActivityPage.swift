import Identity
import IdentityWire
import Operations

/// The page with charts of sign-ups and sign-ins.
struct ActivityPage: Sendable {
  struct Range: Sendable {
    let path: String
    let title: String
    let isCurrent: Bool
  }

  struct Fact: Sendable {
    let id: String
    let name: String
    let value: String
  }

  let ranges: [Range]
  let facts: [Fact]
  let charts: [StackedBars]
  /// True if the counts include several tenants.
  let hasTenants: Bool
  let tabs: ActivityTabs

  static func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let texts = request.texts
    let range = ActivityRange(query: request.query["range"])
    let summary = try await ActivitySummary.read(range, request)
    func fact(_ id: String, _ kind: Activity.Kind, _ outcomes: Set<Activity.Outcome>) -> Fact {
      Fact(id: id, name: texts("activity.fact.\(id)"), value: texts.number(summary.total(kind, outcomes)))
    }
    let page = ActivityPage(
      ranges: ActivityRange.allCases.map { one in
        Range(
          path: request.path("activity?range=\(one.rawValue)"),
          title: texts("activity.range.\(one.rawValue)"),
          isCurrent: one == range)
      },
      facts: [
        fact("signUps", .signUp, [.success]), fact("signIns", .signIn, [.success]),
        fact("refused", .signIn, [.refused, .limited]), fact("failed", .signIn, [.failed]),
        fact("resets", .passwordReset, [.success]),
      ],
      charts: [
        StackedBars(
          id: "sign-ins", title: texts("activity.signInsByProvider"), summary.byProvider(.signIn), summary,
          texts),
        StackedBars(
          id: "outcomes", title: texts("activity.signInsByOutcome"), summary.byOutcome(.signIn), summary,
          texts),
        StackedBars(
          id: "sign-ups", title: texts("activity.signUpsByProvider"), summary.byProvider(.signUp), summary,
          texts),
      ],
      hasTenants: try await includesTenants(request),
      tabs: ActivityTabs(request, .charts))
    return ConsolePage(
      section: .activity, title: texts("activity.title"), template: "activity", content: page)
  }

  private static func includesTenants(_ request: ConsoleRequest) async throws -> Bool {
    guard request.tenant == nil else { return false }
    return try await !request.domain.service.projects.tenants(in: request.project.id, after: nil, limit: 1)
      .isEmpty
  }
}
