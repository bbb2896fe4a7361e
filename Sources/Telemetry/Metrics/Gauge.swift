import Synchronization

/// A number that can increase and decrease, for each combination of labels; or a number that is computed when it is
/// read.
public final class MetricGauge: MetricFamily {
  let name: String
  private let help: String
  private let labels: MetricLabels
  private let maximumSeries: Int
  private let series = Mutex<[[String]: Double]>([:])
  private let current: (@Sendable () -> Double?)?

  init(
    name: String, help: String, labels: [String], maximumSeries: Int,
    current: (@Sendable () -> Double?)? = nil
  ) {
    self.name = name
    self.help = help
    self.labels = MetricLabels(names: labels)
    self.maximumSeries = maximumSeries
    self.current = current
    if labels.isEmpty, current == nil { series.withLock { $0[[]] = 0 } }
  }

  public func set(_ number: Double, _ values: String...) { change(values) { $0 = number } }
  public func add(_ amount: Double, _ values: String...) { change(values) { $0 += amount } }
  func set(_ number: Double, _ values: [String]) { change(values) { $0 = number } }
  func add(_ amount: Double, _ values: [String]) { change(values) { $0 += amount } }

  public func value(_ values: String...) -> Double {
    current?() ?? series.withLock { $0[values] ?? 0 }
  }

  private func change(_ values: [String], _ change: (inout Double) -> Void) {
    guard values.count == labels.names.count else { return }
    series.withLock { series in
      guard series[values] != nil || series.count < maximumSeries else { return }
      change(&series[values, default: 0])
    }
  }

  func render(into text: inout String) {
    text += head("gauge", help)
    if let current {
      if let number = current() { text += "\(name) \(MetricNumber.text(number))\n" }
      return
    }
    let series = series.withLock { $0 }
    for (values, number) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      text += "\(name)\(labels.text(values)) \(MetricNumber.text(number))\n"
    }
  }
}
