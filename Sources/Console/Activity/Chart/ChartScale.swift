/// The vertical axis of a chart: from 0 to a round number that no value exceeds.
struct ChartScale: Sendable {
  let step: Int64
  let maximum: Int64

  /// - Parameter largest: the largest value.
  init(largest: Int64) {
    var step: Int64 = 1
    let factors: [Int64] = [2, 5, 10]
    var power: Int64 = 1
    // At most five lines. No real count is so large that a step overflows.
    outer: while step.multipliedReportingOverflow(by: 5).partialValue < largest, power < .max / 100 {
      for factor in factors {
        step = power * factor
        if step * 5 >= largest { break outer }
      }
      power *= 10
    }
    self.step = step
    maximum = max(step, (largest + step - 1) / step * step)
  }

  /// The values at which lines are drawn.
  var ticks: [Int64] { Array(stride(from: 0, through: maximum, by: Int64.Stride(step))) }
}
