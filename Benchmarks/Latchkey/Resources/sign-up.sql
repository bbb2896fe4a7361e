-- A script for pgbench. It writes the rows of one anonymous sign-up in one transaction. No two clients share a row.
-- pgbench reads a colon before a letter or a digit as a parameter, even inside a text.
\set number random(1, 9000000000000000000)
BEGIN;
INSERT INTO throttles (project, tenant, kind, subject, tries, opens_at, expires_at)
  VALUES ('bench', '', 'sign-up/network', int8send((:client_id)::bigint), 1, 1795325756199, 1795325756199)
  ON CONFLICT (project, tenant, kind, subject) DO UPDATE SET tries = throttles.tries + 1,
    opens_at = excluded.opens_at, expires_at = excluded.expires_at;
INSERT INTO throttles (project, tenant, kind, subject, tries, opens_at, expires_at)
  VALUES ('bench', '', 'sign-up/project', int8send((:client_id)::bigint), 1, 1795325756199, 1795325756199)
  ON CONFLICT (project, tenant, kind, subject) DO UPDATE SET tries = throttles.tries + 1,
    opens_at = excluded.opens_at, expires_at = excluded.expires_at;
INSERT INTO accounts (project, tenant, local_id, email_verified, disabled, custom_auth, email_link_sign_in, created_at,
    last_login_at, valid_since, token_epoch, version)
  VALUES ('bench', '', left(md5((:number)::text), 28), 0, 0, 0, 0, 1795325756199, 1795325756199, 1795325756000, 0, 0);
INSERT INTO sessions (token_hash, project, tenant, local_id, authenticated_at, created_at, token_epoch,
    sign_in_provider)
  VALUES (sha256(int8send((:number)::bigint)), 'bench', '', left(md5((:number)::text), 28), 1795325756199,
    1795325756199, 0, 'anonymous');
INSERT INTO audit_heads (chain, sequence, hash, pruned_sequence, pruned_hash)
  VALUES ('bench-' || (:client_id)::text, 1, sha256(''), 0, sha256(''))
  ON CONFLICT (chain) DO UPDATE SET sequence = audit_heads.sequence + 1, hash = sha256(audit_heads.hash);
INSERT INTO audit_records (chain, sequence, recorded_at, record, hash)
  SELECT chain, sequence, 1795325756199, '{"account":"q2R5yBbTvGDbN4EL3112ZdzkibP7","action":"account.sign-up","actor":"user/q2R5yBbTvGDbN4EL3112ZdzkibP7","at": 1795325756309,"clientAddress":"127.0.0.1","details":{"provider":"anonymous"},"id":"29OnXggotHFFzFKHhTBb","outcome":"success","project":"bench","sequence": 3}', hash
  FROM audit_heads WHERE chain = 'bench-' || (:client_id)::text;
COMMIT;
