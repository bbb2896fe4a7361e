import Foundation

/// How far two samples can be told apart by size alone: Mann and Whitney's U.
struct RankTest: CustomStringConvertible {
  /// The chance that one of the first is greater than one of the second, ties halved: 0.5 for samples that
  /// nothing tells apart, 0 or 1 for samples that do not overlap.
  let area: Double
  /// Standard deviations from what chance gives.
  let z: Double
  let medians: (Double, Double)

  init(_ one: [Double], _ other: [Double]) {
    let all = (one.map { ($0, true) } + other.map { ($0, false) }).sorted { $0.0 < $1.0 }
    var rankSum = 0.0
    var index = 0
    while index < all.count {
      let end = all[index...].firstIndex { $0.0 != all[index].0 } ?? all.count
      let rank = Double(index + 1 + end) / 2
      rankSum += rank * Double(all[index..<end].count { $0.1 })
      index = end
    }
    let (n, m) = (Double(one.count), Double(other.count))
    let u = rankSum - n * (n + 1) / 2
    area = u / (n * m)
    z = (u - n * m / 2) / (n * m * (n + m + 1) / 12).squareRoot()
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    medians = (median(one), median(other))
  }

  var description: String {
    String(
      format: "AUC %.3f, z %+.1f, medians %.2f and %.2f ms", area, z, medians.0 * 1_000, medians.1 * 1_000)
  }
}
