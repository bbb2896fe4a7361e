import Foundation

/// How many seeds generated rules are tried with: fewer, unless `TEST_DEEP` is set.
let seeds: UInt64 = ProcessInfo.processInfo.environment["TEST_DEEP"] == nil ? 2 : 20
