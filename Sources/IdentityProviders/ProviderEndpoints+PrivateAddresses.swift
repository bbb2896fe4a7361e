import Identity

extension ProviderEndpoints {
  /// True if the operator allows private addresses and plain http for a URL. The permission for one host does
  /// not cover other hosts that the provider's documents name.
  func allowsPrivateAddresses(of address: String) -> Bool {
    if allowPrivateAddresses { return true }
    guard let privateHost, let url = try? OutgoingURL(address) else { return false }
    return url.isAt(privateHost)
  }
}
