import Testing

/// The test program's entry point. With one of our own, SwiftPM does not look for tests in an index of the code, which it
/// would have to write first.
@main
struct TestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
