// Compiled into each module of the SDK: on Apple's systems `import Foundation` brings what this exports.
@_exported import FoundationForApple

#if !os(macOS)
  @available(*, unavailable, message: "Programs are started on macOS alone.")
  class Process {}
#endif
