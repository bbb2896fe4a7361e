import Synchronization

/// The distribution of durations, for each combination of labels.
public final class MetricHistogram: MetricFamily {
  /// Bucket bounds in seconds for answers to clients.
  public static let requestBuckets = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]
  /// Bucket bounds in seconds for short operations.
  public static let momentBuckets = [
    0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5,
  ]

  private struct Series {
    var counts: [UInt64]
    var sum: Double

    mutating func add(_ number: Double, _ bucket: Int) {
      counts[bucket] += 1
      sum += number
    }
  }

  let name: String
  private let help: String
  private let labels: MetricLabels
  private let maximumSeries: Int
  private let buckets: [Double]
  private let series = Mutex<[[String]: Series]>([:])

  init(name: String, help: String, labels: [String], buckets: [Double], maximumSeries: Int) {
    self.name = name
    self.help = help
    self.labels = MetricLabels(names: labels)
    self.buckets = buckets.sorted()
    self.maximumSeries = maximumSeries
  }

  public func record(_ seconds: Double, _ values: String...) { record(seconds, values) }
  public func record(_ duration: Duration, _ values: String...) { record(duration / .seconds(1), values) }

  func record(_ number: Double, _ values: [String]) {
    guard values.count == labels.names.count, number.isFinite else { return }
    let bucket = buckets.firstIndex { number <= $0 } ?? buckets.count
    series.withLock { all in
      if let place = all.index(forKey: values) { return all.values[place].add(number, bucket) }
      let key = all.count >= maximumSeries ? values.map { _ in MetricLabels.overflow } : values
      all[key, default: Series(counts: Array(repeating: 0, count: buckets.count + 1), sum: 0)]
        .add(number, bucket)
    }
  }

  /// The number of recorded values.
  public func count(_ values: String...) -> UInt64 {
    series.withLock { $0[values]?.counts.reduce(0, +) ?? 0 }
  }

  func render(into text: inout String) {
    let series = series.withLock { $0 }
    text += head("histogram", help)
    for (values, one) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      var total: UInt64 = 0
      for (index, count) in one.counts.enumerated() {
        total += count
        let bound = index < buckets.count ? MetricNumber.text(buckets[index]) : "+Inf"
        text += "\(name)_bucket\(labels.text(values, more: [("le", bound)])) \(total)\n"
      }
      text += "\(name)_sum\(labels.text(values)) \(MetricNumber.text(one.sum))\n"
      text += "\(name)_count\(labels.text(values)) \(total)\n"
    }
  }
}
