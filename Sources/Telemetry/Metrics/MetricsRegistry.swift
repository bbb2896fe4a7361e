import Synchronization

/// The metrics of a server in Prometheus' text format
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>, version 0.0.4).
///
/// The number of series is bounded for each family, so that clients cannot add series without limit.
public final class MetricsRegistry: Sendable {
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"
  /// The default maximum number of series in a family.
  public static let maximumSeries = 2_000
  /// The maximum number of families. Further families, which libraries make, are not stored.
  static let maximumFamilies = 500

  private let families = Mutex<[String: any MetricFamily]>([:])

  public init() {}

  /// The counter with this name. Every call with the name returns the same counter.
  public func counter(
    _ name: String, _ help: String, labels: [String] = [], maximumSeries: Int = maximumSeries
  ) -> MetricCounter {
    family(name) { MetricCounter(name: name, help: help, labels: labels, maximumSeries: maximumSeries) }
  }

  public func gauge(
    _ name: String, _ help: String, labels: [String] = [], maximumSeries: Int = maximumSeries
  ) -> MetricGauge {
    family(name) { MetricGauge(name: name, help: help, labels: labels, maximumSeries: maximumSeries) }
  }

  /// A gauge whose number is computed when the metrics are read. If the number is nil, the gauge is omitted.
  @discardableResult
  public func gauge(
    _ name: String, _ help: String, reading current: @escaping @Sendable () -> Double?
  ) -> MetricGauge {
    family(name) { MetricGauge(name: name, help: help, labels: [], maximumSeries: 1, current: current) }
  }

  /// - Parameter buckets: upper bounds in seconds.
  public func histogram(
    _ name: String, _ help: String, labels: [String] = [], buckets: [Double] = MetricHistogram.requestBuckets,
    maximumSeries: Int = maximumSeries
  ) -> MetricHistogram {
    family(name) {
      MetricHistogram(
        name: name, help: help, labels: labels, buckets: buckets, maximumSeries: maximumSeries)
    }
  }

  /// A family by name. If the name belongs to a family of another kind, returns a family that is never rendered.
  private func family<Family: MetricFamily>(_ name: String, _ make: () -> Family) -> Family {
    families.withLock { families in
      if let known = families[name] { return known as? Family ?? make() }
      let made = make()
      if families.count < Self.maximumFamilies { families[name] = made }
      return made
    }
  }

  /// Renders all families, sorted by name.
  public func render() -> String {
    let families = families.withLock { $0 }
    var text = ""
    for (_, family) in families.sorted(by: { $0.key < $1.key }) { family.render(into: &text) }
    return text
  }
}
