import CoreMetrics
import Telemetry
import Testing

@Suite("The registry of metrics")
struct MetricsRegistryTests {
  @Test("shows counters, gauges and histograms in Prometheus' text format")
  func text() {
    let registry = MetricsRegistry()
    let counter = registry.counter("a_total", "Things.", labels: ["kind"])
    counter.add(1, "x")
    counter.add(2, "y\"\\\n")
    registry.gauge("b", "Level.").set(1.5)
    registry.gauge("c", "Asked.") { 7 }
    registry.gauge("d", "Unknown.") { nil }
    let histogram = registry.histogram("e_seconds", "Time.", buckets: [0.1, 1])
    for seconds in [0.05, 0.1, 0.5, 3] { histogram.record(seconds) }
    #expect(
      registry.render() == """
        # HELP a_total Things.
        # TYPE a_total counter
        a_total{kind="x"} 1
        a_total{kind="y\\"\\\\\\n"} 2
        # HELP b Level.
        # TYPE b gauge
        b 1.5
        # HELP c Asked.
        # TYPE c gauge
        c 7
        # HELP d Unknown.
        # TYPE d gauge
        # HELP e_seconds Time.
        # TYPE e_seconds histogram
        e_seconds_bucket{le="0.1"} 2
        e_seconds_bucket{le="1"} 3
        e_seconds_bucket{le="+Inf"} 4
        e_seconds_sum 3.65
        e_seconds_count 4

        """)
  }

  @Test("never keeps more series than its bound; the rest is counted together")
  func bound() {
    let registry = MetricsRegistry()
    let counter = registry.counter("a_total", "", labels: ["who"], maximumSeries: 3)
    for index in 0..<100 { counter.add(1, "client-\(index)") }
    #expect(counter.value("other") == 97)
    #expect(registry.render().split(separator: "\n").filter { $0.hasPrefix("a_total{") }.count == 4)
    let histogram = registry.histogram("h", "", labels: ["who"], maximumSeries: 2)
    for index in 0..<10 { histogram.record(1, "client-\(index)") }
    #expect(histogram.count("other") == 8)
  }

  @Test("takes what libraries measure by swift-metrics")
  func factory() {
    let registry = MetricsRegistry()
    let factory = RegistryMetricsFactory(registry)
    Counter(label: "lib.requests", dimensions: [("path", "/a")], factory: factory).increment(by: 3)
    Timer(label: "lib.time", factory: factory).recordMilliseconds(20)
    Gauge(label: "9lives", factory: factory).record(9)
    let text = registry.render()
    #expect(text.contains("lib_requests_total{path=\"/a\"} 3\n"))
    #expect(text.contains("lib_time_seconds_bucket{le=\"0.025\"} 1\n"))
    #expect(text.contains("\n_9lives 9\n"))
  }

  @Test("counts what many count at once")
  func concurrency() async {
    let registry = MetricsRegistry()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { registry.counter("a_total", "").add() }
        }
      }
    }
    #expect(registry.counter("a_total", "").value() == 8_000)
  }
}
