import Foundation
import IdentityWire
import SecurityRules

/// Rule sets and requests to measure. Every request is granted, so that no rule is skipped.
struct RulesSubjects {
  struct Wrong: Error {}

  private static let claims: [String: JSONValue] = [
    "sub": "mrOAHnVoLvP6RjbE4ptFcZ2FLCn2", "user_id": "mrOAHnVoLvP6RjbE4ptFcZ2FLCn2",
    "email": "ann@example.com",
    "email_verified": true, "editor": true, "level": 3,
    "firebase": ["sign_in_provider": "password", "identities": ["email": ["ann@example.com"]]],
  ]

  /// The subjects. `evaluate` evaluates the rules as often as its argument says.
  let all: [(name: String, evaluate: (Int) -> Void)]

  init() throws {
    let auth = RulesAuth(claims: Self.claims)
    let uid = "mrOAHnVoLvP6RjbE4ptFcZ2FLCn2"
    let owner = try DatabaseRules(#"{"rules": {"users": {"$uid": {".read": "auth.uid == $uid"}}}}"#)
    let ownRead = DatabaseRequest(.read, path: "/users/\(uid)", auth: auth, time: 1_700_000_000_000)
    let sixty = try DatabaseRules(Self.sixtyDatabaseRules)
    let record: JSONValue = [
      "owner": .string(uid), "title": "A title", "count": 3, "open": true, "tags": ["a": true],
    ]
    let data = try DatabaseData(["c19": ["r1": record]])
    let write = DatabaseRequest(
      .write(record), path: "/c19/r1", auth: auth, data: data, time: 1_700_000_000_000)
    let file = try ServiceRules(
      """
      rules_version = '2';
      service firebase.storage { match /b/{b}/o/users/{uid}/{f=**} { allow read: if request.auth.uid == uid; } }
      """)
    let get = ServiceRequest(
      .get, path: "/b/bkt/o/users/\(uid)/a/b.png", auth: auth,
      time: Date(timeIntervalSince1970: 1_700_000_000))
    let sixtyMatches = try ServiceRules(Self.sixtyServiceRules)
    let create = ServiceRequest(
      .create, path: "/b/bkt/o/d59/\(uid)/f.png", auth: auth,
      time: Date(timeIntervalSince1970: 1_700_000_000),
      newResource: RulesResource(storage: ["size": 2048, "contentType": "image/png", "name": "f.png"]))
    guard owner.allows(ownRead), sixty.allows(write), file.allows(get), sixtyMatches.allows(create) else {
      throw Wrong()
    }
    func database(_ rules: DatabaseRules, _ request: DatabaseRequest) -> (Int) -> Void {
      { count in for _ in 0..<count { _ = rules.allows(request) } }
    }
    func service(_ rules: ServiceRules, _ request: ServiceRequest) -> (Int) -> Void {
      { count in for _ in 0..<count { _ = rules.allows(request) } }
    }
    all = [
      ("database: auth.uid == $uid", database(owner, ownRead)),
      ("database: 60 rules, a record written and validated", database(sixty, write)),
      ("storage: request.auth.uid == uid", service(file, get)),
      ("storage: 60 match blocks, the last one for an upload", service(sixtyMatches, create)),
    ]
  }

  /// Twenty collections with three rules each. One of the three validates the data.
  private static var sixtyDatabaseRules: String {
    let collections = (0..<20).map { index in
      """
      "c\(index)": {"$id": {
        ".read": "auth != null && (data.child('open').val() == true || data.child('owner').val() == auth.uid)",
        ".write": "auth != null && (!data.exists() || data.child('owner').val() == auth.uid)",
        ".validate": "newData.hasChildren(['owner', 'title']) && newData.child('owner').val() == auth.uid && \
      newData.child('title').isString() && newData.child('title').val().length < 100 && \
      (!newData.hasChild('count') || newData.child('count').isNumber())"
      }}
      """
    }
    return #"{"rules": {"# + collections.joined(separator: ",") + "}}"
  }

  private static var sixtyServiceRules: String {
    let matches = (0..<60).map { index in
      """
      match /d\(index)/{uid}/{name} {
        allow read: if isOwner(uid);
        allow create: if isOwner(uid) && request.resource.size < 5 * 1024 * 1024
          && request.resource.contentType.matches('image/(png|jpeg)') && request.auth.token.level >= 3;
      }
      """
    }
    return """
      rules_version = '2';
      service firebase.storage { match /b/{bucket}/o {
        function isOwner(uid) { return request.auth != null && request.auth.uid == uid; }
        \(matches.joined(separator: "\n"))
      } }
      """
  }
}
