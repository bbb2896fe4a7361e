/// Signs on threads of its own.
public protocol ThreadedSigner: TokenSigner {
  /// How many signatures wait for a thread.
  var queued: Int { get }
  /// What waits is still signed; nothing new is accepted.
  func close()
}
