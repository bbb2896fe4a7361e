import Synchronization

/// What a server counts, in the text format of Prometheus
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>, version 0.0.4).
///
/// The number of series is bounded for each family, so that no label can grow with what clients send.
public final class MetricsRegistry: Sendable {
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"
  /// Series of a family unless it says otherwise.
  public static let maximumSeries = 2_000
  /// Families altogether; what libraries of the program make past that is not kept.
  static let maximumFamilies = 500

  private let families = Mutex<[String: any MetricFamily]>([:])

  public init() {}

  /// The counter of this name; the same every time.
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

  /// A gauge whose number is asked for when somebody reads it; nil leaves it out.
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

  /// A name that is taken by another kind gets a family that nobody sees.
  private func family<Family: MetricFamily>(_ name: String, _ make: () -> Family) -> Family {
    families.withLock { families in
      if let known = families[name] { return known as? Family ?? make() }
      let made = make()
      if families.count < Self.maximumFamilies { families[name] = made }
      return made
    }
  }

  /// All families, in the order of their names.
  public func render() -> String {
    let families = families.withLock { $0 }
    var text = ""
    for (_, family) in families.sorted(by: { $0.key < $1.key }) { family.render(into: &text) }
    return text
  }
}
