extension EmailAddress {
  /// The mailbox that an address probably leads to. Many providers deliver what follows a plus to the same mailbox,
  /// and Google's also ignore dots. Use it only to count mails: two accounts may have addresses of one mailbox.
  public var mailbox: String {
    let domain = domain
    var local = text.prefix { $0 != "@" }
    if let plus = local.firstIndex(of: "+"), plus != local.startIndex { local = local[..<plus] }
    let isGoogles = domain == "gmail.com" || domain == "googlemail.com"
    return "\(isGoogles ? local.filter { $0 != "." } : String(local))@\(isGoogles ? "gmail.com" : domain)"
  }
}
