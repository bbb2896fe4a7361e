import Identity

extension ProviderEndpoints {
  /// True if the operator lets an address be a private one and do without https. The leave for a named host covers no
  /// other host that the provider's documents name.
  func allowsPrivateAddresses(of address: String) -> Bool {
    if allowPrivateAddresses { return true }
    guard let privateHost, let url = try? OutgoingURL(address) else { return false }
    return url.host.hasSameBytes(as: privateHost)
  }
}
