/// The labels of a family of series, and the maximum number of series.
struct MetricLabels: Sendable, Hashable {
  /// The value of all labels once a family has its maximum number of series, so that no client can make the server
  /// store more series.
  static let overflow = "other"

  let names: [String]

  /// The labels as text: `{route="/v1/token",status="200"}`; empty without labels.
  func text(_ values: [String], more: [(String, String)] = []) -> String {
    let pairs = zip(names, values).map { ($0, $1) } + more
    guard !pairs.isEmpty else { return "" }
    return "{" + pairs.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
  }

  /// Escapes a backslash, a quote and a line end, as Prometheus' text format requires.
  static func escaped(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
    return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// A family of metrics in a registry.
protocol MetricFamily: Sendable {
  var name: String { get }
  /// Writes `# HELP`, `# TYPE` and a line for each series.
  func render(into text: inout String)
}

extension MetricFamily {
  func head(_ type: String, _ help: String) -> String {
    "# HELP \(name) \(help.replacing("\n", with: " "))\n# TYPE \(name) \(type)\n"
  }
}

enum MetricNumber {
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    return "\(number)"
  }
}
