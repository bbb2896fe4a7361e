/// What a call of the database did.
package enum StoreCall: String, Sendable { case read, write }

/// Called with how long each call took, waiting included.
package typealias StoreTiming = @Sendable (StoreCall, Duration) -> Void
