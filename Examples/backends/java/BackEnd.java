// A back end in Java that accepts users of a Latchkey server by their ID tokens. It needs only the JDK, 17 or newer.
//
//   LATCHKEY_SERVER=https://auth.example.com LATCHKEY_PROJECT=my-app java BackEnd.java
//
// With LATCHKEY_API_KEY, it also asks the server whether the token was revoked. Use -Djavax.net.ssl.trustStore=ca.p12
// for a certificate authority that the JDK does not trust.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

public class BackEnd {
  static final String SERVER = System.getenv("LATCHKEY_SERVER");
  static final String PROJECT = System.getenv("LATCHKEY_PROJECT");
  static final String ISSUER =
      System.getenv().getOrDefault("LATCHKEY_ISSUER", "https://securetoken.google.com/" + PROJECT);
  static final String API_KEY = System.getenv("LATCHKEY_API_KEY");
  // The server's error codes for a token that is no longer valid.
  static final Set<String> ENDED = Set.of("TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND");
  static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** The token is invalid. */
  static class Refused extends Exception {
    Refused(String why) { super(why); }
  }

  /** The token could not be checked. */
  static class Unavailable extends Exception {
    Unavailable(String why) { super(why); }
  }

  public static void main(String[] arguments) throws IOException {
    if (SERVER == null || !SERVER.matches("(https://|http://(127\\.0\\.0\\.1|localhost)(:|$)).*")) {
      System.err.println("LATCHKEY_SERVER has to be an https address: tokens are sent there.");
      System.exit(1);
    }
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", BackEnd::answer);
    server.start();
  }

  static void answer(HttpExchange exchange) throws IOException {
    int status = 200;
    String text;
    try {
      text = "Hello, " + userOf(exchange.getRequestHeaders().getFirst("Authorization")) + "\n";
    } catch (Refused refused) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      status = 401;
      text = "Sign in first.\n";
    } catch (Unavailable unavailable) {
      System.err.println(unavailable.getMessage());
      status = 503;
      text = "Try again later.\n";
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  static String userOf(String authorization) throws Refused, Unavailable {
    if (authorization == null || !authorization.startsWith("Bearer ")) throw new Refused("no token");
    String token = authorization.substring(7);
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3 || token.length() > 16384) throw new Refused("not a token");
    Map<String, Object> header = members(decode(parts[0]));
    Object type = header.getOrDefault("typ", "JWT");
    if (!"RS256".equals(header.get("alg")) || !"JWT".equals(type) || header.containsKey("crit")
        || !(header.get("kid") instanceof String id)) throw new Refused("not an ID token");
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(key(id));
      signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      if (!signature.verify(decode(parts[2]))) throw new Refused("wrong signature");
    } catch (GeneralSecurityException error) {
      throw new Refused("wrong signature");
    }
    String uid = check(members(decode(parts[1])));
    if (API_KEY != null) askWhetherItCounts(token, uid);
    return uid;
  }

  static String check(Map<String, Object> claims) throws Refused {
    long now = System.currentTimeMillis() / 1000;
    if (!ISSUER.equals(claims.get("iss")) || !PROJECT.equals(claims.get("aud"))) {
      throw new Refused("of another issuer or project");
    }
    if (now >= moment(claims, "exp")) throw new Refused("expired");
    if (moment(claims, "iat") > now + 60 || moment(claims, "auth_time") > now + 60) throw new Refused("of the future");
    if (!(claims.get("sub") instanceof String uid) || uid.isEmpty()) throw new Refused("of nobody");
    if (!(claims.get("firebase") instanceof Map<?, ?> signIn) || !(signIn.get("sign_in_provider") instanceof String)) {
      throw new Refused("not an ID token");
    }
    if (signIn.containsKey("tenant")) throw new Refused("of a tenant's user");
    return uid;
  }

  static double moment(Map<String, Object> claims, String name) throws Refused {
    if (claims.get(name) instanceof Double value) return value;
    throw new Refused("no " + name);
  }

  /** The server's keys, stored for as long as the server allows. */
  record Kept(Map<String, PublicKey> keys, long goodUntil) {
    PublicKey key(String id) { return milliseconds() < goodUntil ? keys.get(id) : null; }
  }

  // An unknown id causes a new fetch of the keys, at most every five seconds. Anyone can invent key ids, so a known key
  // is returned at once, even during a fetch and after a failed fetch.
  static volatile Kept kept = new Kept(Map.of(), Long.MIN_VALUE);
  static final Object FETCHING = new Object();
  static long triedAt = Long.MIN_VALUE / 2;
  static Unavailable failure;

  static long milliseconds() { return System.nanoTime() / 1_000_000; }

  static PublicKey key(String id) throws Refused, Unavailable {
    PublicKey key = kept.key(id);
    if (key != null) return key;
    synchronized (FETCHING) {
      if (milliseconds() - triedAt >= 5000) {
        try {
          kept = fetch();
          failure = null;
        } catch (Unavailable unavailable) {
          failure = unavailable;
        }
        // Callers that waited for this attempt must not each start another attempt.
        triedAt = milliseconds();
      }
      if (failure != null) throw new Unavailable(failure.getMessage());
      key = kept.key(id);
    }
    if (key == null) throw new Refused("unknown key");
    return key;
  }

  static Kept fetch() throws Unavailable {
    HttpResponse<byte[]> answer = ask(HttpRequest.newBuilder(URI.create(SERVER + "/.well-known/jwks.json")));
    if (answer.statusCode() != 200) throw new Unavailable("the keys' address answered " + answer.statusCode());
    Map<String, PublicKey> found = new HashMap<>();
    try {
      for (Object entry : (List<?>) members(answer.body()).get("keys")) {
        Map<?, ?> jwk = (Map<?, ?>) entry;
        if (!"RSA".equals(jwk.get("kty")) || !"RS256".equals(jwk.get("alg"))) continue;
        var specification = new RSAPublicKeySpec(number(jwk.get("n")), number(jwk.get("e")));
        found.put((String) jwk.get("kid"), KeyFactory.getInstance("RSA").generatePublic(specification));
      }
    } catch (Refused | GeneralSecurityException | ClassCastException | NullPointerException error) {
      throw new Unavailable("the server's keys cannot be read");
    }
    if (found.isEmpty()) throw new Unavailable("the keys' address has no keys");
    var age = Pattern.compile("max-age=(\\d{1,9})").matcher(answer.headers().firstValue("Cache-Control").orElse(""));
    long seconds = age.find() ? Long.parseLong(age.group(1)) : 300;
    return new Kept(found, milliseconds() + 1000 * Math.max(5, Math.min(seconds, 21_600)));
  }

  static BigInteger number(Object text) throws Refused {
    return new BigInteger(1, decode((String) text));
  }

  /** Detects changes since the token was issued: a new password, a sign-out everywhere, a disabled account. */
  static void askWhetherItCounts(String token, String uid) throws Refused, Unavailable {
    // Letters, digits, "-", "_" and "." need no escapes.
    String body = "{\"idToken\":\"" + token + "\"}";
    HttpResponse<byte[]> answer = ask(
        HttpRequest.newBuilder(URI.create(SERVER + "/identitytoolkit.googleapis.com/v1/accounts:lookup"))
            .header("Content-Type", "application/json").header("X-Goog-Api-Key", API_KEY)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
    Map<String, Object> said;
    try {
      said = members(answer.body());
    } catch (Refused notJSON) {
      throw new Unavailable("the server answered " + answer.statusCode() + ", and not in JSON");
    }
    Object message = said.get("error") instanceof Map<?, ?> error ? error.get("message") : null;
    int status = answer.statusCode();
    if (status == 400 && message instanceof String text && ENDED.contains(text)) throw new Refused(text);
    // The server also answers a wrong API key with 400. In that case, the token is not at fault.
    String advice = status == 400 || status == 403 ? " " + message + ": is LATCHKEY_API_KEY a key of the project?" : "";
    if (status != 200 || !(said.get("users") instanceof List<?> users) || users.size() != 1
        || !(users.get(0) instanceof Map<?, ?> user) || !(user.get("localId") instanceof String id)) {
      throw new Unavailable("the server answered " + status + advice);
    }
    if (!uid.equals(id) || Boolean.TRUE.equals(user.get("disabled"))) throw new Refused("not a user any more");
  }

  static HttpResponse<byte[]> ask(HttpRequest.Builder request) throws Unavailable {
    try {
      return CLIENT.send(request.timeout(Duration.ofSeconds(5)).build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException error) {
      throw new Unavailable(SERVER + " does not answer: " + error.getMessage());
    }
  }

  static byte[] decode(String text) throws Refused {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException error) {
      throw new Refused("not base64url");
    }
  }

  static Map<String, Object> members(byte[] text) throws Refused {
    if (new JSON(new String(text, StandardCharsets.UTF_8)).document() instanceof Map<?, ?> map) {
      @SuppressWarnings("unchecked") Map<String, Object> members = (Map<String, Object>) map;
      return members;
    }
    throw new Refused("not a JSON object");
  }

  /** Reads JSON (RFC 8259), because the JDK has no JSON reader. Numbers are doubles. Duplicate names are refused. */
  static class JSON {
    private static final int MAXIMUM_DEPTH = 32;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    private final String text;
    private int position = 0;

    JSON(String text) { this.text = text; }

    Object document() throws Refused {
      Object value = value(0);
      if (next() != 0) throw new Refused("text after the JSON");
      return value;
    }

    private Object value(int depth) throws Refused {
      if (depth > MAXIMUM_DEPTH) throw new Refused("JSON too deep");
      switch (next()) {
        case '{': return object(depth);
        case '[': return array(depth);
        case '"': return string();
        case 't': return word("true", Boolean.TRUE);
        case 'f': return word("false", Boolean.FALSE);
        case 'n': return word("null", null);
        default:
          var number = NUMBER.matcher(text).region(position, text.length());
          if (!number.lookingAt()) throw new Refused("not JSON");
          position = number.end();
          return Double.valueOf(number.group());
      }
    }

    private Map<String, Object> object(int depth) throws Refused {
      Map<String, Object> members = new HashMap<>();
      position++;
      if (next() == '}') { position++; return members; }
      while (true) {
        if (next() != '"') throw new Refused("not JSON");
        String name = string();
        if (members.containsKey(name)) throw new Refused("a name stands twice");
        take(':');
        members.put(name, value(depth + 1));
        if (next() == '}') { position++; return members; }
        take(',');
      }
    }

    private List<Object> array(int depth) throws Refused {
      List<Object> items = new ArrayList<>();
      position++;
      if (next() == ']') { position++; return items; }
      while (true) {
        items.add(value(depth + 1));
        if (next() == ']') { position++; return items; }
        take(',');
      }
    }

    private String string() throws Refused {
      StringBuilder result = new StringBuilder();
      for (position++; position < text.length(); position++) {
        char c = text.charAt(position);
        if (c == '"') { position++; return result.toString(); }
        if (c < ' ') break;
        if (c != '\\') { result.append(c); continue; }
        if (++position >= text.length()) break;
        int escape = "\"\\/bfnrt".indexOf(text.charAt(position));
        if (escape >= 0) { result.append("\"\\/\b\f\n\r\t".charAt(escape)); continue; }
        if (text.charAt(position) != 'u' || position + 4 >= text.length()) break;
        String digits = text.substring(position + 1, position + 5);
        if (!digits.matches("[0-9a-fA-F]{4}")) break;
        result.append((char) Integer.parseInt(digits, 16));
        position += 4;
      }
      throw new Refused("not JSON");
    }

    private Object word(String word, Object value) throws Refused {
      if (!text.startsWith(word, position)) throw new Refused("not JSON");
      position += word.length();
      return value;
    }

    private void take(char expected) throws Refused {
      if (next() != expected) throw new Refused("not JSON");
      position++;
    }

    /** Returns the next character that is not white space, without consuming it; 0 at the end. */
    private char next() {
      while (position < text.length() && " \t\n\r".indexOf(text.charAt(position)) >= 0) position++;
      return position < text.length() ? text.charAt(position) : 0;
    }
  }
}
