import Synchronization

/// A number that only increases, for each combination of labels.
public final class MetricCounter: MetricFamily {
  let name: String
  private let help: String
  private let labels: MetricLabels
  private let maximumSeries: Int
  private let series = Mutex<[[String]: Double]>([:])

  init(name: String, help: String, labels: [String], maximumSeries: Int) {
    self.name = name
    self.help = help
    self.labels = MetricLabels(names: labels)
    self.maximumSeries = maximumSeries
    if labels.isEmpty { series.withLock { $0[[]] = 0 } }
  }

  /// - Parameter values: one value for each label. If the family already has its maximum number of series, `other`
  ///   replaces all values.
  public func add(_ amount: Double = 1, _ values: String...) {
    add(amount, values)
  }

  public func add(_ amount: Double, _ values: [String]) {
    guard values.count == labels.names.count, amount >= 0 else { return }
    series.withLock { series in
      if let place = series.index(forKey: values) {
        series.values[place] += amount
      } else {
        let isFull = series.count >= maximumSeries
        series[isFull ? values.map { _ in MetricLabels.overflow } : values, default: 0] += amount
      }
    }
  }

  /// The current count.
  public func value(_ values: String...) -> Double { series.withLock { $0[values] ?? 0 } }

  func render(into text: inout String) {
    let series = series.withLock { $0 }
    text += head("counter", help)
    for (values, number) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      text += "\(name)\(labels.text(values)) \(MetricNumber.text(number))\n"
    }
  }
}
