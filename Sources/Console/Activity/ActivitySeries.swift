import Identity
import IdentityProviders

/// A series of a stacked chart: the counts of one kind, by column.
struct ActivitySeries: Sendable {
  /// The series' colour and pattern in the palette, from 1 to ``ActivitySeries/paletteSize``.
  var color: Int
  var name: String
  var values: [Int64]

  var total: Int64 { values.reduce(0, +) }

  /// The size of the palette. Its last colour is for all kinds that are too rare for a colour of their own.
  static let paletteSize = 8
}

/// The counts of a range, as series.
struct ActivitySummary: Sendable {
  let range: ActivityRange
  let starts: [Instant]
  private let counts: [ActivityCount]
  private let texts: ConsoleTexts
  private let project: Project
  /// The providers with a colour of their own, the most used first. The order is the same in every chart of a
  /// page.
  private let ranked: [String]

  init(
    _ counts: [ActivityCount], in range: ActivityRange, starts: [Instant], of project: Project,
    _ texts: ConsoleTexts
  ) {
    self.counts = counts
    self.range = range
    self.starts = starts
    self.texts = texts
    self.project = project
    var totals: [String: Int64] = [:]
    for count in counts where count.activity.kind != .passwordReset && count.activity.outcome == .success {
      totals[count.activity.provider, default: 0] += count.count
    }
    ranked = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Reads the counts of the accounts in view, up to now.
  static func read(_ range: ActivityRange, _ request: ConsoleRequest) async throws -> ActivitySummary {
    let starts = range.starts(now: request.now)
    let scope = request.caller.scope
    let end = starts.last?.adding(milliseconds: range.width) ?? request.now
    let counts = try await request.reading {
      () async throws(StoreError) in
      try await request.domain.observation.activity.counts(
        in: scope, by: range.step, from: starts.first ?? end, until: end)
    }
    return ActivitySummary(counts, in: range, starts: starts, of: request.project, request.texts)
  }

  /// The number of events of a kind with one of the outcomes.
  func total(_ kind: Activity.Kind, _ outcomes: Set<Activity.Outcome>) -> Int64 {
    counts.reduce(0) { sum, count in
      count.activity.kind == kind && outcomes.contains(count.activity.outcome) ? sum + count.count : sum
    }
  }

  /// The events of a kind, by provider.
  func byProvider(_ kind: Activity.Kind) -> [ActivitySeries] {
    let wanted = counts.filter { $0.activity.kind == kind && $0.activity.outcome == .success }
    let own = ranked.prefix(
      ranked.count > ActivitySeries.paletteSize ? ActivitySeries.paletteSize - 1 : ActivitySeries.paletteSize)
    var series = own.enumerated().map { index, provider in
      ActivitySeries(
        color: index + 1, name: name(of: provider),
        values: values(wanted.filter { $0.activity.provider == provider }))
    }
    let rest = wanted.filter { !own.contains($0.activity.provider) }
    if !rest.isEmpty {
      series.append(
        ActivitySeries(
          color: ActivitySeries.paletteSize, name: texts("activity.others"), values: values(rest)))
    }
    return series.filter { $0.total > 0 }
  }

  /// The events of a kind, by outcome.
  func byOutcome(_ kind: Activity.Kind) -> [ActivitySeries] {
    Activity.Outcome.allCases.map { outcome in
      ActivitySeries(
        color: outcome.color, name: texts("activity.outcome.\(outcome.rawValue)"),
        values: values(counts.filter { $0.activity.kind == kind && $0.activity.outcome == outcome }))
    }.filter { $0.total > 0 }
  }

  private func values(_ counts: [ActivityCount]) -> [Int64] {
    var values = [Int64](repeating: 0, count: starts.count)
    guard let first = starts.first else { return values }
    for count in counts {
      let index = (count.startsAt.milliseconds - first.milliseconds) / range.width
      guard count.startsAt >= first, index < values.count else { continue }
      values[Int(index)] += count.count
    }
    return values
  }

  private func name(of provider: String) -> String {
    Self.name(of: provider, in: project, texts)
  }

  /// A provider's name for people.
  static func name(of provider: String, in project: Project, _ texts: ConsoleTexts) -> String {
    let key = "activity.provider.\(provider)"
    let known = texts(key)
    if known != key { return known }
    let settings = project.providers.first { $0.providerID == provider }
    return settings?.displayName ?? ProviderCatalog.entry(for: provider).map { entry in
      provider.hasPrefix("oidc.") ? provider : entry.name
    } ?? provider
  }
}

extension Activity.Outcome {
  fileprivate var color: Int {
    switch self {
    case .success: 3
    case .secondFactor: 1
    case .refused: 2
    case .limited: 4
    case .failed: 5
    }
  }
}
