/// The labels of a family of series, and how many series it may have.
struct MetricLabels: Sendable, Hashable {
  /// A series for everything past the bound, so that no client can make the server remember more.
  static let overflow = "other"

  let names: [String]

  /// `{route="/v1/token",status="200"}`; nothing without labels.
  func text(_ values: [String], more: [(String, String)] = []) -> String {
    let pairs = zip(names, values).map { ($0, $1) } + more
    guard !pairs.isEmpty else { return "" }
    return "{" + pairs.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
  }

  /// As the text format of Prometheus has it: a backslash, a quote and a line end are escaped.
  static func escaped(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
    return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// Something that a registry shows.
protocol MetricFamily: Sendable {
  var name: String { get }
  /// `# HELP`, `# TYPE` and a line for each series.
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
