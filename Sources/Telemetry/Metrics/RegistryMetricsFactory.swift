import CoreMetrics

/// Adds the metrics that libraries record through swift-metrics to a registry.
public struct RegistryMetricsFactory: MetricsFactory {
  private let registry: MetricsRegistry

  public init(_ registry: MetricsRegistry) { self.registry = registry }

  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    CounterSeries(
      registry.counter(Self.name(label, "_total"), label, labels: Self.names(dimensions)), dimensions)
  }

  public func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    CounterSeries(
      registry.counter(Self.name(label, "_total"), label, labels: Self.names(dimensions)), dimensions)
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    GaugeSeries(registry.gauge(Self.name(label), label, labels: Self.names(dimensions)), dimensions)
  }

  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    guard aggregate else {
      return GaugeSeries(registry.gauge(Self.name(label), label, labels: Self.names(dimensions)), dimensions)
    }
    return HistogramSeries(
      registry.histogram(
        Self.name(label), label, labels: Self.names(dimensions),
        buckets: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]), dimensions)
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    HistogramSeries(
      registry.histogram(Self.name(label, "_seconds"), label, labels: Self.names(dimensions)), dimensions)
  }

  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}

  private static func names(_ dimensions: [(String, String)]) -> [String] { dimensions.map { name($0.0) } }

  /// Replaces all characters except letters, digits and underscores.
  private static func name(_ label: String, _ suffix: String = "") -> String {
    let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    let start = name.first?.isNumber == true ? "_" : ""
    return start + name + (name.hasSuffix(suffix) ? "" : suffix)
  }
}

private final class CounterSeries: CounterHandler, FloatingPointCounterHandler {
  private let family: MetricCounter
  private let values: [String]

  init(_ family: MetricCounter, _ dimensions: [(String, String)]) {
    self.family = family
    values = dimensions.map(\.1)
  }

  func increment(by amount: Int64) { family.add(Double(amount), values) }
  func increment(by amount: Double) { family.add(amount, values) }
  func reset() {}
}

private final class GaugeSeries: MeterHandler, RecorderHandler {
  private let family: MetricGauge
  private let values: [String]

  init(_ family: MetricGauge, _ dimensions: [(String, String)]) {
    self.family = family
    values = dimensions.map(\.1)
  }

  func set(_ value: Int64) { family.set(Double(value), values) }
  func set(_ value: Double) { family.set(value, values) }
  func increment(by amount: Double) { family.add(amount, values) }
  func decrement(by amount: Double) { family.add(-amount, values) }
  func record(_ value: Int64) { family.set(Double(value), values) }
  func record(_ value: Double) { family.set(value, values) }
}

private final class HistogramSeries: RecorderHandler, TimerHandler {
  private let family: MetricHistogram
  private let values: [String]

  init(_ family: MetricHistogram, _ dimensions: [(String, String)]) {
    self.family = family
    values = dimensions.map(\.1)
  }

  func record(_ value: Int64) { family.record(Double(value), values) }
  func record(_ value: Double) { family.record(value, values) }
  func recordNanoseconds(_ duration: Int64) { family.record(Double(duration) / 1e9, values) }
}
