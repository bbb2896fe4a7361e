/// The columns of Firebase's CSV files: 28, and an empty one after the last comma.
///
/// Source: firebase.google.com/docs/cli/auth, "File format".
enum CSVColumns {
  static let localID = 0
  static let email = 1
  static let emailVerified = 2
  static let passwordHash = 3
  static let salt = 4
  static let displayName = 5
  static let photoURL = 6
  /// The first column of each provider. It is followed by address, name and photo.
  static let providers = [("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19)]
  static let createdAt = 23
  static let lastLoginAt = 24
  static let phoneNumber = 25
  static let disabled = 26
  static let customAttributes = 27
  static let count = 28
}
