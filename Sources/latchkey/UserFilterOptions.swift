import ArgumentParser
import Identity
import Operations

/// The filter of a user search.
struct UserFilterOptions: ParsableArguments {
  enum State: String, EnumerableFlag {
    case enabled, disabled

    static func help(for value: State) -> ArgumentHelp? { "Only users who are \(value.rawValue)." }
  }

  @Option(
    help: """
      The text to search for: the beginning of an address, number or name, a user's complete id, or a provider and the \
      user's id at the provider, such as google.com:1234.
      """)
  var search: String?

  @Option(help: "The beginning of the e-mail address.")
  var email: String?

  @Option(help: "The beginning of the phone number.")
  var phone: String?

  @Option(help: "The beginning of the name.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Only users with this sign-in method: a provider such as google.com, or password, phone, anonymous or custom.",
      valueName: "provider"))
  var provider: String?

  @Flag var state: State?

  @Flag(help: "Only users without a second factor.")
  var withoutFactor = false

  @Option(
    help: """
      The order of the users: the newest first, or by id (with --provider, by the user's id at the provider). Results of \
      a search have their own order. (default: newest; with --provider, id)
      """)
  var order: AccountQuery.Order?

  private var texts: [(field: AccountQuery.Field, text: String)] {
    let given: [(field: AccountQuery.Field, text: String?)] = [
      (.anything, search), (.email, email), (.phone, phone), (.name, name),
    ]
    return given.compactMap { field, text in text.map { (field, $0) } }
  }

  func validate() throws {
    guard texts.count <= 1 else {
      throw ValidationError("Choose one of --search, --email, --phone and --name.")
    }
    guard texts.allSatisfy({ !$0.text.isEmpty }), provider?.isEmpty != true else {
      throw ValidationError("The text to search for is empty.")
    }
  }

  var question: AccountQuery {
    var question = AccountQuery()
    if let (field, text) = texts.first { (question.field, question.text) = (field, text) }
    question.method = provider.map { AccountSearch.Method(name: $0) }
    question.isDisabled = state.map { $0 == .disabled }
    question.lacksFactor = withoutFactor
    // In the order of ids, an index finds the users of a provider, so other users do not make the search slower.
    if case .provider = question.method { question.order = .id }
    if let order { question.order = order }
    return question
  }
}

extension AccountQuery.Order: ExpressibleByArgument {}
