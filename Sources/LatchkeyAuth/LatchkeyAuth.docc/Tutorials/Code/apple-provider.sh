# On the server.
latchkey provider set my-app apple.com --bundle-id com.example.app \
  --no-web-flow --config latchkey.yaml

# In development, in the directory in which "latchkey dev" runs.
latchkey provider set latchkey-dev apple.com --bundle-id com.example.app \
  --no-web-flow --default-endpoints
