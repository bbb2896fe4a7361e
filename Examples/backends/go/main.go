// A back end in Go that accepts users of a Latchkey server by their ID tokens.
//
//	apt install golang-go golang-github-golang-jwt-jwt-dev
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o backend main.go
//	LATCHKEY_SERVER=https://auth.example.com LATCHKEY_PROJECT=my-app ./backend
//
// With LATCHKEY_API_KEY, it also asks the server whether the token was revoked. With modules, use
// github.com/golang-jwt/jwt/v4.
package main

import (
	"bytes"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt"
)

var (
	server  = os.Getenv("LATCHKEY_SERVER")
	project = os.Getenv("LATCHKEY_PROJECT")
	issuer  = os.Getenv("LATCHKEY_ISSUER")
	apiKey  = os.Getenv("LATCHKEY_API_KEY")

	errRefused     = errors.New("refused")
	errUnavailable = errors.New("unavailable")

	client = &http.Client{Timeout: 5 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	maxAge = regexp.MustCompile(`max-age=(\d{1,9})`)
)

// keySet stores the server's keys for as long as the server allows. For an unknown key id, it fetches them again, at
// most every five seconds. Anyone can invent key ids, so it returns a known key at once, even during a fetch and after
// a failed fetch.
type keySet struct {
	fetching sync.Mutex
	tried    time.Time
	failure  error
	kept     atomic.Value
}

type keptKeys struct {
	keys      map[string]*rsa.PublicKey
	goodUntil time.Time
}

func (set *keySet) known(id string) *rsa.PublicKey {
	kept, _ := set.kept.Load().(keptKeys)
	if time.Now().Before(kept.goodUntil) {
		return kept.keys[id]
	}
	return nil
}

func (set *keySet) key(id string) (*rsa.PublicKey, error) {
	if key := set.known(id); key != nil {
		return key, nil
	}
	set.fetching.Lock()
	defer set.fetching.Unlock()
	if time.Since(set.tried) >= 5*time.Second {
		set.failure = set.fetch()
		// Callers that waited for this attempt must not each start another attempt.
		set.tried = time.Now()
	}
	if set.failure != nil {
		return nil, fmt.Errorf("%w: %v", errUnavailable, set.failure)
	}
	if key := set.known(id); key != nil {
		return key, nil
	}
	return nil, fmt.Errorf("%w: unknown key", errRefused)
}

func (set *keySet) fetch() error {
	answer, err := client.Get(server + "/.well-known/jwks.json")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var document struct {
		Keys []struct{ Kid, Kty, Alg, N, E string }
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&document); err != nil || answer.StatusCode != 200 {
		return fmt.Errorf("the keys' address answered %d: %v", answer.StatusCode, err)
	}
	keys := map[string]*rsa.PublicKey{}
	for _, entry := range document.Keys {
		n, err := base64.RawURLEncoding.DecodeString(entry.N)
		e, err2 := base64.RawURLEncoding.DecodeString(entry.E)
		if entry.Kty == "RSA" && entry.Alg == "RS256" && err == nil && err2 == nil && len(n) >= 256 {
			keys[entry.Kid] = &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}
		}
	}
	if len(keys) == 0 {
		return errors.New("the keys' address has no keys")
	}
	age := 300
	if found := maxAge.FindStringSubmatch(answer.Header.Get("Cache-Control")); found != nil {
		age, _ = strconv.Atoi(found[1])
	}
	if age > 21600 {
		age = 21600
	}
	if age < 5 {
		age = 5
	}
	set.kept.Store(keptKeys{keys, time.Now().Add(time.Duration(age) * time.Second)})
	return nil
}

var keys keySet

// claims are the claims that the back end checks. The parser calls Valid after the signature was verified.
type claims struct {
	Issuer   string  `json:"iss"`
	Audience string  `json:"aud"`
	Subject  string  `json:"sub"`
	IssuedAt float64 `json:"iat"`
	SignedIn float64 `json:"auth_time"`
	Expires  float64 `json:"exp"`
	Firebase *struct {
		Provider string  `json:"sign_in_provider"`
		Tenant   *string `json:"tenant"`
	} `json:"firebase"`
}

func (c claims) Valid() error {
	now := float64(time.Now().Unix())
	switch {
	case c.Issuer != issuer || c.Audience != project:
		return errors.New("of another issuer or project")
	case now >= c.Expires:
		return errors.New("expired")
	case c.IssuedAt > now+60 || c.SignedIn > now+60:
		return errors.New("of the future")
	case c.Subject == "" || c.Firebase == nil || c.Firebase.Provider == "":
		return errors.New("of nobody")
	case c.Firebase.Tenant != nil:
		return errors.New("of a tenant's user")
	}
	return nil
}

func userOf(request *http.Request) (string, error) {
	text := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	if text == "" || len(text) > 16384 {
		return "", fmt.Errorf("%w: no token", errRefused)
	}
	var found claims
	var unavailable error
	parser := jwt.Parser{ValidMethods: []string{"RS256"}}
	_, err := parser.ParseWithClaims(text, &found, func(token *jwt.Token) (interface{}, error) {
		if kind, isThere := token.Header["typ"]; isThere && kind != "JWT" {
			return nil, errors.New("not an ID token")
		}
		id, _ := token.Header["kid"].(string)
		key, err := keys.key(id)
		if errors.Is(err, errUnavailable) {
			unavailable = err
		}
		return key, err
	})
	if unavailable != nil {
		return "", unavailable
	}
	if err != nil {
		return "", fmt.Errorf("%w: %v", errRefused, err)
	}
	if apiKey != "" {
		return found.Subject, askWhetherItCounts(text, found.Subject)
	}
	return found.Subject, nil
}

// askWhetherItCounts detects changes since the token was issued: a new password, a disabled account.
func askWhetherItCounts(token, uid string) error {
	body, _ := json.Marshal(map[string]string{"idToken": token})
	request, _ := http.NewRequest("POST", server+"/identitytoolkit.googleapis.com/v1/accounts:lookup", bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Goog-Api-Key", apiKey)
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %v", errUnavailable, err)
	}
	defer answer.Body.Close()
	var document struct {
		Users []struct {
			LocalID  string `json:"localId"`
			Disabled bool   `json:"disabled"`
		}
		Error struct{ Message string }
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&document); err != nil {
		return fmt.Errorf("%w: the server answered %d: %v", errUnavailable, answer.StatusCode, err)
	}
	message := document.Error.Message
	switch {
	case answer.StatusCode == 400 && (message == "TOKEN_EXPIRED" || message == "USER_DISABLED" || message == "USER_NOT_FOUND"):
		return fmt.Errorf("%w: %s", errRefused, message)
	case answer.StatusCode == 400 || answer.StatusCode == 403:
		// The server also answers a wrong API key with 400. In that case, the token is not at fault.
		return fmt.Errorf("%w: the server answered %d %s: is LATCHKEY_API_KEY a key of the project?",
			errUnavailable, answer.StatusCode, message)
	case answer.StatusCode != 200 || len(document.Users) != 1 || document.Users[0].LocalID == "":
		return fmt.Errorf("%w: the server answered %d, and not about users", errUnavailable, answer.StatusCode)
	case document.Users[0].LocalID != uid || document.Users[0].Disabled:
		return fmt.Errorf("%w: not a user any more", errRefused)
	}
	return nil
}

func main() {
	if !regexp.MustCompile(`^(https://|http://(127\.0\.0\.1|localhost)(:|$))`).MatchString(server) {
		log.Fatal("LATCHKEY_SERVER has to be an https address: tokens are sent there.")
	}
	if issuer == "" {
		issuer = "https://securetoken.google.com/" + project
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		uid, err := userOf(request)
		switch {
		case err == nil:
			fmt.Fprintf(response, "Hello, %s\n", uid)
		case errors.Is(err, errRefused):
			response.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(response, "Sign in first.", http.StatusUnauthorized)
		default:
			log.Print(err)
			http.Error(response, "Try again later.", http.StatusServiceUnavailable)
		}
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
