# On the server.
latchkey provider set my-app facebook.com --app-id 123456789 \
  --app-secret-file secret.txt --no-web-flow --config latchkey.yaml

# In development, in the directory in which "latchkey dev" runs.
latchkey provider set latchkey-dev facebook.com --app-id 123456789 \
  --app-secret-file secret.txt --no-web-flow --default-endpoints
