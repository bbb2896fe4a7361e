/// The kind of a database call.
package enum StoreCall: String, Sendable { case read, write }

/// Called with the duration of each call, waiting included.
package typealias StoreTiming = @Sendable (StoreCall, Duration) -> Void
