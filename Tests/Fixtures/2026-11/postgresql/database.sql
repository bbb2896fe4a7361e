--
-- PostgreSQL database dump
--

\restrict XRv7dtdTRAZlHofkkCIC19EkXNtgx78flD2n3cWm8cA0f8nbYKUaHfg6krBKgbh

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    local_id text NOT NULL COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    email_verified bigint NOT NULL,
    initial_email text COLLATE pg_catalog."C",
    phone_number text COLLATE pg_catalog."C",
    display_name text COLLATE pg_catalog."C",
    photo_url text COLLATE pg_catalog."C",
    password text COLLATE pg_catalog."C",
    password_updated_at bigint,
    disabled bigint NOT NULL,
    custom_attributes text COLLATE pg_catalog."C",
    custom_auth bigint NOT NULL,
    email_link_sign_in bigint NOT NULL,
    created_at bigint NOT NULL,
    last_login_at bigint,
    last_refresh_at bigint,
    valid_since bigint NOT NULL,
    token_epoch bigint NOT NULL,
    factors text COLLATE pg_catalog."C",
    version bigint NOT NULL,
    email_changes text COLLATE pg_catalog."C"
);


--
-- Name: activity_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.activity_counts (
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    starts_at bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    provider text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL
);


--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    api_key text NOT NULL COLLATE pg_catalog."C",
    project text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: artifacts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.artifacts (
    token_hash bytea NOT NULL,
    purpose text NOT NULL COLLATE pg_catalog."C",
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    payload bytea NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Name: audit_cursors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_cursors (
    consumer text NOT NULL COLLATE pg_catalog."C",
    chain text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    lease text COLLATE pg_catalog."C",
    leased_until bigint DEFAULT 0 NOT NULL,
    failures bigint DEFAULT 0 NOT NULL
);


--
-- Name: audit_heads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_heads (
    chain text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    hash bytea NOT NULL,
    pruned_sequence bigint NOT NULL,
    pruned_hash bytea NOT NULL
);


--
-- Name: audit_records; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_records (
    chain text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    recorded_at bigint NOT NULL,
    record text NOT NULL COLLATE pg_catalog."C",
    hash bytea NOT NULL
);


--
-- Name: diagnoses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.diagnoses (
    id text NOT NULL COLLATE pg_catalog."C",
    project text NOT NULL COLLATE pg_catalog."C",
    recorded_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    document text NOT NULL COLLATE pg_catalog."C",
    tenant text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outbox (
    id text NOT NULL COLLATE pg_catalog."C",
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    payload bytea NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    attempts bigint NOT NULL,
    lease text COLLATE pg_catalog."C"
);


--
-- Name: projects; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.projects (
    id text NOT NULL COLLATE pg_catalog."C",
    number text NOT NULL COLLATE pg_catalog."C",
    document text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL
);


--
-- Name: provider_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.provider_links (
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    raw_id text NOT NULL COLLATE pg_catalog."C",
    local_id text NOT NULL COLLATE pg_catalog."C",
    ordinal bigint NOT NULL,
    federated_id text COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    display_name text COLLATE pg_catalog."C",
    photo_url text COLLATE pg_catalog."C",
    screen_name text COLLATE pg_catalog."C"
);


--
-- Name: redemptions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.redemptions (
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    redemption_key text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);


--
-- Name: schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migrations (
    name text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    token_hash bytea NOT NULL,
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    local_id text NOT NULL COLLATE pg_catalog."C",
    authenticated_at bigint NOT NULL,
    created_at bigint NOT NULL,
    sign_in_provider text NOT NULL COLLATE pg_catalog."C",
    second_factor_id text COLLATE pg_catalog."C",
    second_factor_kind text COLLATE pg_catalog."C",
    additional_claims text COLLATE pg_catalog."C",
    sign_in_attributes text COLLATE pg_catalog."C",
    token_epoch bigint DEFAULT 0 NOT NULL,
    family bytea,
    last_used_at bigint,
    rotated_at bigint,
    sealed_successor bytea,
    revoked_at bigint,
    forget_at bigint,
    ended_at bigint
);


--
-- Name: signing_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.signing_keys (
    key_id text NOT NULL COLLATE pg_catalog."C",
    algorithm text NOT NULL COLLATE pg_catalog."C",
    sealed_private_key bytea NOT NULL,
    certificate text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    active_from bigint NOT NULL,
    retired_at bigint
);


--
-- Name: tenants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tenants (
    project text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    document text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL
);


--
-- Name: throttles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.throttles (
    project text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    subject bytea NOT NULL,
    tries bigint NOT NULL,
    opens_at bigint NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts VALUES ('fixture', '', 'Iw4iIT9qdaeBpOkXTxgzL8ZBXIuk', 'ann@example.com', 1, NULL, NULL, 'Ann', NULL, 'firebase-scrypt$8$14$Bw$$IjJyqxjpTewTxVcY5z7cbg$PiYcjs6SWo5UrECXcOnEWiYbLczBTYJCbF21MylzVf2rFUi9yZuTRWxNPgSqx9f2TLIavOKUYUZdteMnGWzUKg', 1795412534595, 0, NULL, 0, 0, 1795412534595, 1795412534654, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', '2MdJnan8bnTCtr8juZ7g7WuWlqQE', 'josé@example.com', 1, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$xfnlFV1-HPzxLc_scDQzfg$3d95ScBWr9hB3H-KxuFHwht6OX2tJuOXMyrUsWpufnmw0zzZPSpDZTU-TBxsf2PbB1q_0GHyzU7R7OvPoH6GDg', 1795412534712, 0, NULL, 0, 0, 1795412534712, NULL, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'DQepyZ64c4BgMJRGFxjqkcjtpNXx', 'josé@example.com', 0, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$1oI3IoMcdl-1pfSIsxLTsA$96tCiP9s4be5xrGHfnZd5EXWiUyXt0LpdNqRxLhqAE2Fdkon5wx9rRhESYQvXb5aJuL8It7WayN42oO6CSp3_A', 1795412534754, 0, NULL, 0, 0, 1795412534754, NULL, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'fyps8PaVLhKSCDYOohUsErg0lXbz', 'frank@example.com', 0, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$WP1N_S2_XB_pFYurjopMgw$HEzVUj9XYRkUsC07uN6Lh63EWJjXT8SCoDhVvZW9-VcVah5whzZmXZgwsBFwvhpSCo3dncYEoZ6P1KlG2Okk_w', 1795412534795, 1, NULL, 0, 0, 1795412534795, NULL, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'yxRwNZpBBdVPZXKB5BBVnpNlJhGH', 'gina@example.com', 1, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$-1q2bxVGsZHm3bimaFpYDA$lGFrz3q1Wd0KXNXD6Ja1VlwU0m07F3R5P6giD86-yO62KiJed_G7I7WZoBOeaAQJvu8-Y23gL4ciEIyywrboig', 1795412534837, 0, '{"role": "editor"}', 0, 0, 1795412534837, NULL, NULL, 1795412534000, 0, NULL, 1, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', '19mnNSpduRR74HW3biUrsUtPaX2l', 'bob@gmail.com', 1, NULL, NULL, 'Bob', NULL, NULL, NULL, 0, NULL, 0, 0, 1795412534848, 1795412534848, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'jU1dhMK1sHXlmNgSqXaY70Af0bJH', NULL, 0, NULL, '+15555550100', NULL, NULL, NULL, NULL, 0, NULL, 0, 0, 1795412534886, 1795412534886, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'QCW7KQPaIMTLtQqIethZ7rUZ2byh', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, 0, 0, 1795412534891, 1795412534891, NULL, 1795412534000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'MeNyog5scfNGKEHklr0AQ6k5CDo4', 'dave@example.com', 1, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$-GOgtXi3e0-ZLU_TVMzjcA$cUncZXGRBZwWTbf-HrCn6rD958UJBXEgpM6DnLwyAww4F1eKmdUp5RXc9DKePuPLhIbfnIhp7oIlh6Gmt0Tj2A', 1795412534933, 0, NULL, 0, 0, 1795412534933, 1795412534976, NULL, 1795412534000, 1, '[{"displayName":"authenticator","enrolledAt":1795412534992,"enrollmentID":"tKjoHPDGrLJI8yENeUCcfI4FdwFB","kind":{"totp":{"sealedSecret":[79,67,45,140,228,123,40,76,55,33,26,141,109,38,199,235,150,170,52,98,157,165,131,7,23,238,144,143,245,15,135,193,154,151,209,169,36,12,71,53,185,237,51,168,48,35,108,87]}}}]', 1, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'imported-hmac', 'hmac@example.com', 1, NULL, NULL, NULL, NULL, '{"algorithm":{"hmac":{"function":"sha256","key":[136,84,227,216,60,113,86,140,36,136,66,127,183,80,15,214,1,254,181,47,162,108,214,67,179,234,85,141,24,175,122,82,204,201,215,81,17,253,184,79,105],"order":"passwordAndSalt"}},"hash":[243,182,10,210,9,130,145,34,72,35,124,120,75,14,253,200,225,109,109,249,59,40,232,212,141,1,228,177,112,223,252,149],"salt":[115,97,108,116]}', 1795412535002, 0, NULL, 0, 0, 1795412535002, NULL, NULL, 1795412535000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'imported-pbkdf2', 'pbkdf2@example.com', 1, NULL, NULL, NULL, NULL, '{"algorithm":{"pbkdf2":{"function":"sha256","rounds":1000}},"hash":[141,161,52,80,36,210,79,47,92,149,115,26,151,55,252,242,96,14,99,45,56,247,43,18,90,223,50,122,69,60,181,96],"salt":[115,97,108,116]}', 1795412535012, 0, NULL, 0, 0, 1795412535012, NULL, NULL, 1795412535000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'imported-standard-scrypt', 'standard-scrypt@example.com', 1, NULL, NULL, NULL, NULL, '{"algorithm":{"standardScrypt":{"blockSize":8,"cpuMemoryCost":1024,"derivedKeyLength":64,"parallelization":1}},"hash":[59,24,224,91,254,45,77,49,53,226,48,47,2,69,55,223,219,48,159,157,105,99,58,65,204,27,217,225,69,246,96,169,129,13,222,127,236,60,240,29,206,87,193,123,133,250,207,106,148,92,244,231,118,246,233,56,68,11,15,43,176,125,0,207],"salt":[115,97,108,116]}', 1795412535023, 0, NULL, 0, 0, 1795412535023, NULL, NULL, 1795412535000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'VCtpwm4DeQTIvlVHXQ5zNAmLzmwj', 'reset@example.com', 1, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$-eSJ-qqURrcll5IvPmBV0g$_kbAO-FNawvuDnkTt6BDg_2ICU6yT16wOgrR6nTioeqdGIY5tuEJkmmqSEj3peIoaw3T6eF2OtHMgOnfMRDTqA', 1795412535060, 0, NULL, 0, 0, 1795412535060, NULL, NULL, 1795412535000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'Vw15CfEVcZRA6oxN5B2g9zfNQqZ5', 'verify@example.com', 0, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$3aTrSTBh6fKrsvgGfgEE5w$7Sc5Bonfy6BbmREJsmj2dvjiOrLXMkyLcG-7RIw_t9kBusbxQfvcJmohN9kN5v515GfbFBVgZ3lUVV4Km6TB6g', 1795412535094, 0, NULL, 0, 0, 1795412535094, NULL, NULL, 1795412535000, 0, NULL, 0, NULL);
INSERT INTO public.accounts VALUES ('fixture', '', 'RsBt797YeDWPXAtrFeKmJhT7aKBW', 'after@example.com', 0, 'before@example.com', NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$JO5QS_P6PfkFdWtY2dLbHg$QfI-Na3YgokgarjT4o5SUmRo7Uswoe-FzqsL219vQDb5QtptK3sO4vrEhrvrSU9mkup2kt59axLnXMeTUxzL5g', 1795412535149, 0, NULL, 0, 0, 1795412535149, 1795412535193, NULL, 1795412535000, 1, NULL, 1, '[{"expiresAt":1796017335201,"id":"CxCP3IKgP5fbGmksDEQK","wasVerified":true}]');
INSERT INTO public.accounts VALUES ('fixture', 'IGk1V8GnZXaktqvMEJRwAd82Zz7v', 'wlUVJmzn7SvSCRLJixLcSjsShp7o', 'ann@example.com', 0, NULL, NULL, NULL, NULL, 'firebase-scrypt$8$14$Bw$$kh6SvOxhnXzCKt-4MQtzog$0jZzenWiH044acXaY7_3EUsj-zci181JH3Fh4ztuYgM5RkikQ8uvF5UZ09QjUfSwasb2wscVR9rFGA6VJD0sYg', 1795412535245, 0, NULL, 0, 0, 1795412535245, NULL, NULL, 1795412535000, 0, NULL, 0, NULL);


--
-- Data for Name: activity_counts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_in', 'anonymous', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_in', 'google.com', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_in', 'password', 'success', 3);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_in', 'phone', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_up', 'anonymous', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_up', 'google.com', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'day', 1795392000000, 'sign_up', 'phone', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_in', 'anonymous', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_in', 'google.com', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_in', 'password', 'success', 3);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_in', 'phone', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_up', 'anonymous', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_up', 'google.com', 'success', 1);
INSERT INTO public.activity_counts VALUES ('fixture', '', 'hour', 1795410000000, 'sign_up', 'phone', 'success', 1);


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys VALUES ('AIzaOvx7KRPJ667ooNtnFAZk6xbrKSBnqHNcjAF', 'fixture');
INSERT INTO public.api_keys VALUES ('AIza7rQ9Kzn3LfHNueZjKnNckg0WUh2ApoKHpzz', 'other-fixture');


--
-- Data for Name: artifacts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.artifacts VALUES ('\x89e8001ebdb51d823c343a397ba4e00c4a18741fada494c243f4cc70a084c540', 'pending-credential', 'fixture', '', '\xc0356add89c07a02e633d38d6d32e5ae317cd1cc21b6c32e2e0c04b4ffa704375d8f442f5979139888aef615011e38c68693938548ad0da4c13aa99a3b30462ca781f2ff6fc98113369a7b883aa78126e2c1f6b338568810476d13629fe95f5ad9caab8ac5e004727f0135b8094b41828ffa85838ea98c8c5517836132c759e448280a522f491359a215d693ae0ae4b92561e666d26d354819b22e4ec35b721da3e4a31512a1e059ad67fbf22291e1f101991a1cc9053255f321ce800600aa1ceb13b80a238f4b7540a114f2cba91211d8e03742af43c93c172b2f144765ca37f21bc522b97eb3111323bfe85d33f7aaba101a344d61681bbe38629d38ed353ac47eae9df0c8459f89a5b93c0dabda8a6ab8a022ff6736c324850cef0682cff17a77ffe74d2c4404e14fa19fda7eb962c9a9a7214f44a802a9bfacb4e754da9c416384a37cfd86dce7374f383734b6098f3f5388371401d4e61b0e52b802cc2537d717cdb4dcfedeaaefeb45651cf2e1887f488a74a82638fc55975f9eaa9b05f12e29703b888c666bc397e9f2bde4f8a0b892b853ea877b46a8dc3b80e754ca99a3ed23634a2c779de04b9d94dffc56a3c0859bb89f36c706bba157fa2f8ce5232e38aefe48bec990bce78b946b95d737a180a4486f19a0b02c16f236b5b9bafea6a63c721a3a87a6eb8d3d473139b1d1219ac20784efbed77c6a5c6a655bb1578563a1b123bb9e45625d1b02e00aba6e9a2efd48e94a0b3050f4096a7b034b49313208eb2c43233db99eb11c37b43c83faf519ab89434ab256e14fb8be285b5efa831cc080b3d29a5216d34b5a3a5af1284e2564f85850a638e5283f4d7ca79156e9bf52da33e02362a2a45733d56e397f1e9980c813e1f7b52088cbd0982ac447f7fb48af00', 1795412534848, 1795413734848);
INSERT INTO public.artifacts VALUES ('\x1f2e7912392ece977260a9a76075ec087ccc9eac8741bfce107fdaf21769ba08', 'oob', 'fixture', '', '\x1e9ca89b81ce9b7b0626c8318ac6a52f6f80c27e2676956b5482ca266cf1f670c7261bef5c3161a1fb53a3431520938ba1167a33f6c0408336eeb5339819100275a3fe76541085c4d50c895ffb0c70eda80ea42023b073def26d7207d15af3ad7a0139cbe6397e0517da17571ac67ba83b8439d5da76ad4a5669ea206efc8ac33c70b6fc384277932a472aff81788543187eca477b0d1172bd543547617eeb7c050d0ffeae052d75934d140e6a1c5fdbe99779dc54ad175c1d5786edae949c50740485eb056c01c0d91ee436ecb37a649b9d9cf513fc3446b117e1d85b5512e200445032b51e9b76', 1795412535101, 1796020935101);
INSERT INTO public.artifacts VALUES ('\x213e786e1baadd7ef7b78b3920702aa5fe0adac82b889c6930053752629dc1e6', 'oob', 'fixture', '', '\xe40758db5a962c461f8cf57cbbcef0d843bbb0c523f6d44bf6e8cafd6dbe635d27efef576723c3c337e0924a0e6223ebc7d2a226a07bf11b4774cd134324df298d00b8b1770b24f5a2f5f996e052c5d4e4d0cbfa58cbcf058b8f29599764359b32fb4e68e0780f06e3c681b5cbcb42fa766c4704f3c888f114312f9554fc5bf3bc5a4f0ad808a4ab6ab8671a726632e75862a0c893de2b52658bf52aed34b1900709348441ade58d5e57008aeb5ac9c2ad583453b84a1b1c0f3939d33993df59a56f226c62c1a2e6c6b945b4f4f96270aae430148c8bd9488cb1d035340a6ec22b63c194723439', 1795412535106, 1796276535106);
INSERT INTO public.artifacts VALUES ('\xbfd464eca833c1deddb2dcadc3af6dffee25dabeb9fce7278e561f252bfc670a', 'oob', 'fixture', '', '\xd8e64dc3ebdb099a2a15488b8548f66fe19ab4fb51119bc4033c719ac68739b42fb2e493b292bbb2642631307ab0624579de22aa665ae6e658a247dce6a263e7374e292878b82120e61a4ca54033a49ce5de264e4e6f238bd6c649a43dd575c9901531f821613912898c120766e05edc1d2444726ae2f92b0e6062f2118228cce613609cc8f73cfddd64e24bcac6a58b996a1133c672974cbc00aa107c8cc4521dd82c955fb8951201d6a28e2c996a0c5c666b1f5bfac84f7ed59069dca80ff1c076f7d921e0cd37b945f1e3144486eaedccaf229c7f6ce76a2a17b39f3c4e6e4a2f0fe5b3e14be37d94dc318a73ef010dda63d262d9ca9d97bbdf82dab32c9328d99ac585b4e23e61b521350429e3b8e5ab8cc4508837995fa088d52905618c127a62fabb621392c6', 1795412535201, 1796622135201);


--
-- Data for Name: audit_cursors; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_heads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_heads VALUES ('', 1, '\xd55f86a309ae38b67dcbc9c270e1fe07792f3007ab67ca86d7661920d87d99e7', 0, '\x0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.audit_heads VALUES ('fixture', 42, '\x1abcfbc44e8b5d99edd9b0ba34844c8b7c82f5f8d31dc854ce87780a42641fc6', 0, '\x0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.audit_heads VALUES ('other-fixture', 5, '\xc86163b54b5b68be3393a83fb45c76266fbeee057682d7da1785f43200b54306', 0, '\x0000000000000000000000000000000000000000000000000000000000000000');


--
-- Data for Name: audit_records; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_records VALUES ('', 1, 1795412533774, '{"action":"keys.creation","actor":"system","at":1795412533774,"details":{"key":"62160000f8dc117590931c965810eb573bb47262"},"id":"CQVNIk0RcjBbA0cuoEtD","outcome":"success","sequence":1}', '\xd55f86a309ae38b67dcbc9c270e1fe07792f3007ab67ca86d7661920d87d99e7');
INSERT INTO public.audit_records VALUES ('fixture', 1, 1795412534455, '{"action":"project.creation","actor":"system","at":1795412534455,"details":{},"id":"wiJiudcjOcEKpd3p4KyC","outcome":"success","project":"fixture","sequence":1}', '\xd4d08ebd5cf3dcca77dfc4791394603bde03b6bbae875c39ecd2f066fe78d25a');
INSERT INTO public.audit_records VALUES ('fixture', 2, 1795412534459, '{"action":"project.update","actor":"system","at":1795412534459,"details":{"changed":"signIn"},"id":"gLgukqOlJrmsDP4i8E9m","outcome":"success","project":"fixture","sequence":2}', '\x80d1a16c044a11648c33900b441da02d96a7228277d598ee1127b83e34f1193c');
INSERT INTO public.audit_records VALUES ('fixture', 3, 1795412534464, '{"action":"project.update","actor":"system","at":1795412534464,"details":{"changed":"apps"},"id":"f8qFqIVyh52QUjghPGqG","outcome":"success","project":"fixture","sequence":3}', '\x04aa2ec5d62fe643fc8b349727d5ed1accd61d32887f5f09e71dff5a1ccce53e');
INSERT INTO public.audit_records VALUES ('fixture', 4, 1795412534467, '{"action":"project.update","actor":"system","at":1795412534467,"details":{"changed":"apps"},"id":"ePCRg19Y3eOQl3peDcL5","outcome":"success","project":"fixture","sequence":4}', '\xd10b845988716653fa0d4de0bc63a628e12f3ef73771c7f406d9fc0e9d6a6fe5');
INSERT INTO public.audit_records VALUES ('fixture', 5, 1795412534469, '{"action":"project.update","actor":"system","at":1795412534469,"details":{"changed":"apps"},"id":"l6jHOZVmzIFce7KWJiIN","outcome":"success","project":"fixture","sequence":5}', '\x42f3a8e1429f910be2eddc974fef48efd426a50d8656ab2afe3b6d18ed471888');
INSERT INTO public.audit_records VALUES ('fixture', 6, 1795412534472, '{"action":"project.update","actor":"system","at":1795412534472,"details":{"changed":"apps"},"id":"IaW47iCZHtWSLVXa6rue","outcome":"success","project":"fixture","sequence":6}', '\xeeeb5132dfbf613d3f6cde220d05eccf547f4542e37c136ee908a708c70f6462');
INSERT INTO public.audit_records VALUES ('fixture', 7, 1795412534476, '{"action":"project.providers","actor":"system","at":1795412534476,"details":{"providers":"+apple.com"},"id":"SK9PSqWRcJPUu1J0fHnA","outcome":"success","project":"fixture","sequence":7}', '\xb9345adbec6fb92f525763fc8bc3c40ba4a5f2d66c25eb54526526a09ebe4555');
INSERT INTO public.audit_records VALUES ('fixture', 8, 1795412534480, '{"action":"project.providers","actor":"system","at":1795412534480,"details":{"providers":"+facebook.com"},"id":"5heCymYugUTwhc42engU","outcome":"success","project":"fixture","sequence":8}', '\x6511831689e9d739ad08ad7ff551bfbe9f43c6f497dcdfbbc7010cd7d11e56cb');
INSERT INTO public.audit_records VALUES ('fixture', 9, 1795412534484, '{"action":"project.providers","actor":"system","at":1795412534484,"details":{"providers":"+github.com"},"id":"QD2sGkw9PywG25nl2aF1","outcome":"success","project":"fixture","sequence":9}', '\xc2cd766b85fabfccc055aab91cd0ae8fb6a48a6a9caa2cbb2db58c6090a25f9c');
INSERT INTO public.audit_records VALUES ('fixture', 10, 1795412534488, '{"action":"project.providers","actor":"system","at":1795412534488,"details":{"providers":"+google.com"},"id":"HNwAqLhNawtrupGOHhHt","outcome":"success","project":"fixture","sequence":10}', '\x4900b3cf8bc9823bba43a261cb7dab2813e5ecfe273f8035f729f802e23e5faf');
INSERT INTO public.audit_records VALUES ('fixture', 11, 1795412534493, '{"action":"project.providers","actor":"system","at":1795412534493,"details":{"providers":"+oidc.lab"},"id":"dNRmix03WVsmFQJ14Yaw","outcome":"success","project":"fixture","sequence":11}', '\x411d9cafa5c9b0c088b9d40624966cf27f3b3d39a8d45f7a2ee8a7ac908ac43f');
INSERT INTO public.audit_records VALUES ('fixture', 12, 1795412534496, '{"action":"project.providers","actor":"system","at":1795412534496,"details":{"providers":"+gc.apple.com"},"id":"QfAQ9ATmkSwjW05eLNUN","outcome":"success","project":"fixture","sequence":12}', '\x184b0b7d732b2b88af76845fc445e4c032307c98a08dc6815b011d6698275aab');
INSERT INTO public.audit_records VALUES ('fixture', 13, 1795412534595, '{"account":"Iw4iIT9qdaeBpOkXTxgzL8ZBXIuk","action":"account.creation","actor":"admin:owner","at":1795412534595,"clientAddress":"127.0.0.1","details":{},"id":"VaJ81OTWGSWfrdOCbbhV","outcome":"success","project":"fixture","sequence":13,"userAgent":"Python-urllib/3.11"}', '\xb918ca62d5bad651894a4e0903d42707bee45b83ebef98d6dfb4c253ec69ba68');
INSERT INTO public.audit_records VALUES ('fixture', 14, 1795412534656, '{"account":"Iw4iIT9qdaeBpOkXTxgzL8ZBXIuk","action":"account.sign-in","actor":"user:Iw4iIT9qdaeBpOkXTxgzL8ZBXIuk","at":1795412534656,"clientAddress":"127.0.0.1","details":{"provider":"password"},"id":"xsgCunHYmGK1nAhWC0I5","outcome":"success","project":"fixture","sequence":14,"userAgent":"Python-urllib/3.11"}', '\x2bbca401f302527d60a9e220b40fc66855085ea482af35759b7f265d8cfcd797');
INSERT INTO public.audit_records VALUES ('fixture', 15, 1795412534712, '{"account":"2MdJnan8bnTCtr8juZ7g7WuWlqQE","action":"account.creation","actor":"admin:owner","at":1795412534712,"clientAddress":"127.0.0.1","details":{},"id":"Z87WFg241h9CmvMwj8i9","outcome":"success","project":"fixture","sequence":15,"userAgent":"Python-urllib/3.11"}', '\x680ba7fc898b3d6b05752de05247d5c4cc8c0ff692d32ecc39cbc0d93d602d45');
INSERT INTO public.audit_records VALUES ('fixture', 16, 1795412534754, '{"account":"DQepyZ64c4BgMJRGFxjqkcjtpNXx","action":"account.creation","actor":"admin:owner","at":1795412534754,"clientAddress":"127.0.0.1","details":{},"id":"6TV3cpyFNKkcWtrejhfD","outcome":"success","project":"fixture","sequence":16,"userAgent":"Python-urllib/3.11"}', '\x3456e0c2867db8ad806fecb279a53910185bf1d975e583192a6a39dcf21cf2a4');
INSERT INTO public.audit_records VALUES ('fixture', 17, 1795412534795, '{"account":"fyps8PaVLhKSCDYOohUsErg0lXbz","action":"account.creation","actor":"admin:owner","at":1795412534795,"clientAddress":"127.0.0.1","details":{},"id":"vMTyS80kmq5Hnw4itlv5","outcome":"success","project":"fixture","sequence":17,"userAgent":"Python-urllib/3.11"}', '\xa55a73beb068f6710bce09747acdc52a107787aefe775d4fd5d83c5b55fb931e');
INSERT INTO public.audit_records VALUES ('fixture', 18, 1795412534837, '{"account":"yxRwNZpBBdVPZXKB5BBVnpNlJhGH","action":"account.creation","actor":"admin:owner","at":1795412534837,"clientAddress":"127.0.0.1","details":{},"id":"yivsolpm7zTXUpwob93K","outcome":"success","project":"fixture","sequence":18,"userAgent":"Python-urllib/3.11"}', '\x73c7575a397450eb70c68f51481f2fac0f95302b860115cf3f5b39ead1433596');
INSERT INTO public.audit_records VALUES ('fixture', 19, 1795412534842, '{"account":"yxRwNZpBBdVPZXKB5BBVnpNlJhGH","action":"account.claims-change","actor":"admin:owner","at":1795412534842,"clientAddress":"127.0.0.1","details":{"changed":"customClaims"},"id":"e17v2tC00wMax8GCm9ja","outcome":"success","project":"fixture","sequence":19,"userAgent":"Python-urllib/3.11"}', '\x6e94dbc8b34f58f3dcbb40cd4de29857a1b7078f0f99da8343e58fc8f8e7f576');
INSERT INTO public.audit_records VALUES ('fixture', 20, 1795412534850, '{"account":"19mnNSpduRR74HW3biUrsUtPaX2l","action":"account.sign-up","actor":"user:19mnNSpduRR74HW3biUrsUtPaX2l","at":1795412534850,"clientAddress":"127.0.0.1","details":{"provider":"google.com"},"id":"qNw99yPFrerHqDxBQyqA","outcome":"success","project":"fixture","sequence":20,"userAgent":"Python-urllib/3.11"}', '\xb7d78dba5f25143c6e971a6834b8b5ea9dd5ded2ba3f6f9e3b745e73d6f9166a');
INSERT INTO public.audit_records VALUES ('fixture', 21, 1795412534876, '{"action":"account.code-request","actor":"user","at":1795412534876,"clientAddress":"127.0.0.1","details":{},"id":"lxNd1i2Sd3NljEqHkVRh","identifierHash":"1a9e540941f2bb66d102f723dc577a43","outcome":"success","project":"fixture","sequence":21,"userAgent":"Python-urllib/3.11"}', '\x09c28c6077fd20b71188e787436a35d26f5161fbf694fe2b02cbdb8f3cea2104');
INSERT INTO public.audit_records VALUES ('fixture', 22, 1795412534886, '{"account":"jU1dhMK1sHXlmNgSqXaY70Af0bJH","action":"account.sign-up","actor":"user:jU1dhMK1sHXlmNgSqXaY70Af0bJH","at":1795412534886,"clientAddress":"127.0.0.1","details":{"provider":"phone"},"id":"4080RnQn2LJCc8mdIwCJ","outcome":"success","project":"fixture","sequence":22,"userAgent":"Python-urllib/3.11"}', '\x39708e3737613979e5214192713808ba9ff99517c4e4c32ad6e8ce919d046c0a');
INSERT INTO public.audit_records VALUES ('fixture', 23, 1795412534892, '{"account":"QCW7KQPaIMTLtQqIethZ7rUZ2byh","action":"account.sign-up","actor":"user:QCW7KQPaIMTLtQqIethZ7rUZ2byh","at":1795412534892,"clientAddress":"127.0.0.1","details":{"provider":"anonymous"},"id":"jKJIBb84xWwbGAjqRftL","outcome":"success","project":"fixture","sequence":23,"userAgent":"Python-urllib/3.11"}', '\x63320295e899f45aade94265b5e3c752a5453c543f366fac1a921def7efdf506');
INSERT INTO public.audit_records VALUES ('fixture', 24, 1795412534933, '{"account":"MeNyog5scfNGKEHklr0AQ6k5CDo4","action":"account.creation","actor":"admin:owner","at":1795412534933,"clientAddress":"127.0.0.1","details":{},"id":"1pmgL3FXMCFHdqkNSjoB","outcome":"success","project":"fixture","sequence":24,"userAgent":"Python-urllib/3.11"}', '\xf53222545da1a9835a4e475a5aff3cb732a7c4b6bb71d2ef8afe81d7bb819420');
INSERT INTO public.audit_records VALUES ('fixture', 25, 1795412534977, '{"account":"MeNyog5scfNGKEHklr0AQ6k5CDo4","action":"account.sign-in","actor":"user:MeNyog5scfNGKEHklr0AQ6k5CDo4","at":1795412534977,"clientAddress":"127.0.0.1","details":{"provider":"password"},"id":"C30nzw5gWiiBas53ivlL","outcome":"success","project":"fixture","sequence":25,"userAgent":"Python-urllib/3.11"}', '\xff0ef5abbb7a9ac2fd4f23f68a6795ba1fcbb5d3dae67b5831f4bec10c371258');
INSERT INTO public.audit_records VALUES ('fixture', 26, 1795412534984, '{"account":"MeNyog5scfNGKEHklr0AQ6k5CDo4","action":"account.code-request","actor":"user:MeNyog5scfNGKEHklr0AQ6k5CDo4","at":1795412534984,"clientAddress":"127.0.0.1","details":{},"id":"0cumt9kBh8Sn2zsxng3e","outcome":"success","project":"fixture","sequence":26,"userAgent":"Python-urllib/3.11"}', '\x934b98ed4782505d1abd4ebf6a98c90b9e9e1bb7be12d7bda7571dcad139d51c');
INSERT INTO public.audit_records VALUES ('fixture', 27, 1795412534994, '{"account":"MeNyog5scfNGKEHklr0AQ6k5CDo4","action":"account.factor-enrolment","actor":"user:MeNyog5scfNGKEHklr0AQ6k5CDo4","at":1795412534994,"clientAddress":"127.0.0.1","details":{"changed":"factors,sessions","factors":"+tKjoHPDGrLJI8yENeUCcfI4FdwFB","provider":"password","secondFactor":"totp"},"id":"T2keslXGr8vBVQ2Uhk62","outcome":"success","project":"fixture","sequence":27,"userAgent":"Python-urllib/3.11"}', '\x416d1e192bdb95a57f1610436cba6d40afa967c03233205896246ce0e2dfd25c');
INSERT INTO public.audit_records VALUES ('fixture', 28, 1795412535003, '{"action":"project.update","actor":"admin:owner","at":1795412535003,"clientAddress":"127.0.0.1","details":{"changed":"importedPasswords"},"id":"98iGBLGESy0vfdMVPhRq","outcome":"success","project":"fixture","sequence":28,"userAgent":"Python-urllib/3.11"}', '\xdff5f34239e1aa2050bb4bdb296c9c0a05f74026d625ad52045cdfdf332862ef');
INSERT INTO public.audit_records VALUES ('fixture', 29, 1795412535007, '{"account":"imported-hmac","action":"account.creation","actor":"admin:owner","at":1795412535007,"clientAddress":"127.0.0.1","details":{},"id":"KCYjPkwUCbhSDaYzicuu","outcome":"success","project":"fixture","sequence":29,"userAgent":"Python-urllib/3.11"}', '\xc7e2383dea8dd285ef11acf4e5e6c94a1553ebd2bb9e8844bd0dabea2596ddd4');
INSERT INTO public.audit_records VALUES ('fixture', 30, 1795412535013, '{"action":"project.update","actor":"admin:owner","at":1795412535013,"clientAddress":"127.0.0.1","details":{"changed":"importedPasswords"},"id":"sgHn5DJpFObG5tS5wj8k","outcome":"success","project":"fixture","sequence":30,"userAgent":"Python-urllib/3.11"}', '\xac2ca96f406ad2c3e2af102832757a4fe27f02ed08b18c1981abffe63268cb69');
INSERT INTO public.audit_records VALUES ('fixture', 31, 1795412535016, '{"account":"imported-pbkdf2","action":"account.creation","actor":"admin:owner","at":1795412535016,"clientAddress":"127.0.0.1","details":{},"id":"nNAB0UN99PtGJMTOQoWy","outcome":"success","project":"fixture","sequence":31,"userAgent":"Python-urllib/3.11"}', '\x4de36a694d199ba1286920df581959507bad852db3097e28306dbbec0cd0f433');
INSERT INTO public.audit_records VALUES ('fixture', 32, 1795412535024, '{"action":"project.update","actor":"admin:owner","at":1795412535024,"clientAddress":"127.0.0.1","details":{"changed":"importedPasswords"},"id":"NnicGiJNjGv6pAXnkTdq","outcome":"success","project":"fixture","sequence":32,"userAgent":"Python-urllib/3.11"}', '\xe29fe129dfe2c0ab56ead89d76d3e03509517001038e384886d0f293c7cbfdd7');
INSERT INTO public.audit_records VALUES ('fixture', 33, 1795412535027, '{"account":"imported-standard-scrypt","action":"account.creation","actor":"admin:owner","at":1795412535027,"clientAddress":"127.0.0.1","details":{},"id":"jqCROHu3smwieyXlNoMF","outcome":"success","project":"fixture","sequence":33,"userAgent":"Python-urllib/3.11"}', '\xb1a957e0f5d09b70034feb2ad011f3ca0e0e1e13e8011356c9fe9962ecb9bdbc');
INSERT INTO public.audit_records VALUES ('fixture', 34, 1795412535060, '{"account":"VCtpwm4DeQTIvlVHXQ5zNAmLzmwj","action":"account.creation","actor":"admin:owner","at":1795412535060,"clientAddress":"127.0.0.1","details":{},"id":"zWwAzElUfCD9N0EDkHDD","outcome":"success","project":"fixture","sequence":34,"userAgent":"Python-urllib/3.11"}', '\xa74e6b8fb3c9eb2ad0ab7c22c87b894a36c734cbd839e6107433a143a1b7d41c');
INSERT INTO public.audit_records VALUES ('fixture', 35, 1795412535095, '{"account":"Vw15CfEVcZRA6oxN5B2g9zfNQqZ5","action":"account.creation","actor":"admin:owner","at":1795412535095,"clientAddress":"127.0.0.1","details":{},"id":"Wcz4Otm7yhjyptS9NpLu","outcome":"success","project":"fixture","sequence":35,"userAgent":"Python-urllib/3.11"}', '\x166b55cf7886a6a646fe45430326b185fa610e17a211a09780f5b595216d56ef');
INSERT INTO public.audit_records VALUES ('fixture', 36, 1795412535102, '{"account":"VCtpwm4DeQTIvlVHXQ5zNAmLzmwj","action":"account.code-request","actor":"admin:owner","at":1795412535102,"clientAddress":"127.0.0.1","details":{},"id":"1o6IWwag1nj6RZJBK1Hy","outcome":"success","project":"fixture","sequence":36,"userAgent":"Python-urllib/3.11"}', '\x02620f88d0b96a53f54169b2552429ca85b69cc3e380ab7bd27e758f87108ba7');
INSERT INTO public.audit_records VALUES ('fixture', 37, 1795412535107, '{"account":"Vw15CfEVcZRA6oxN5B2g9zfNQqZ5","action":"account.code-request","actor":"admin:owner","at":1795412535107,"clientAddress":"127.0.0.1","details":{},"id":"dmkttsRiBeqYBjYEjgRf","outcome":"success","project":"fixture","sequence":37,"userAgent":"Python-urllib/3.11"}', '\x075aae8ead60bc606bdf8e1a775facde5be633cdd2a199baf478f890ef210568');
INSERT INTO public.audit_records VALUES ('fixture', 38, 1795412535149, '{"account":"RsBt797YeDWPXAtrFeKmJhT7aKBW","action":"account.creation","actor":"admin:owner","at":1795412535149,"clientAddress":"127.0.0.1","details":{},"id":"DHHvmd1rqaL8FjgfUkGC","outcome":"success","project":"fixture","sequence":38,"userAgent":"Python-urllib/3.11"}', '\x24fbfaa95fb953c4ef592306c28a85ba99b9abefe3261c77aced3ee4e2b03eac');
INSERT INTO public.audit_records VALUES ('fixture', 39, 1795412535194, '{"account":"RsBt797YeDWPXAtrFeKmJhT7aKBW","action":"account.sign-in","actor":"user:RsBt797YeDWPXAtrFeKmJhT7aKBW","at":1795412535194,"clientAddress":"127.0.0.1","details":{"provider":"password"},"id":"eimbbhesISgVZ3JgLALD","outcome":"success","project":"fixture","sequence":39,"userAgent":"Python-urllib/3.11"}', '\x960ff71886abb97d9b48d2990ff2a0f0e4db6b7624cee3681fdc24a4767b93e3');
INSERT INTO public.audit_records VALUES ('fixture', 40, 1795412535202, '{"account":"RsBt797YeDWPXAtrFeKmJhT7aKBW","action":"account.email-change","actor":"user:RsBt797YeDWPXAtrFeKmJhT7aKBW","at":1795412535202,"clientAddress":"127.0.0.1","details":{"changed":"email,emailVerified,sessions","provider":"password"},"id":"e2E5HlPM4AawmsdyVyWX","outcome":"success","project":"fixture","sequence":40,"userAgent":"Python-urllib/3.11"}', '\x1ae8c771e0e91a3d946822e9e59a8af7b1d6a27b1bec5c09a074ef28aaf31654');
INSERT INTO public.audit_records VALUES ('fixture', 41, 1795412535210, '{"action":"tenant.creation","actor":"admin:owner","at":1795412535210,"clientAddress":"127.0.0.1","details":{},"id":"i6mPnOaY81gsRn7s2jpa","outcome":"success","project":"fixture","sequence":41,"tenant":"IGk1V8GnZXaktqvMEJRwAd82Zz7v","userAgent":"Python-urllib/3.11"}', '\xe8f0367cf1e6a4b2f1456536f4fe2210ccd7b8d9e51026c38d6d5114ce709c41');
INSERT INTO public.audit_records VALUES ('fixture', 42, 1795412535245, '{"account":"wlUVJmzn7SvSCRLJixLcSjsShp7o","action":"account.creation","actor":"admin:owner","at":1795412535245,"clientAddress":"127.0.0.1","details":{},"id":"0FSb3vBRIXENGsib3AYe","outcome":"success","project":"fixture","sequence":42,"tenant":"IGk1V8GnZXaktqvMEJRwAd82Zz7v","userAgent":"Python-urllib/3.11"}', '\x1abcfbc44e8b5d99edd9b0ba34844c8b7c82f5f8d31dc854ce87780a42641fc6');
INSERT INTO public.audit_records VALUES ('other-fixture', 1, 1795412535305, '{"action":"project.creation","actor":"cli:root","at":1795412535305,"details":{},"id":"I3QkPHjpKb8HFzDfF1ke","outcome":"success","project":"other-fixture","sequence":1}', '\xec300937910ef5f948c4ba36d80e14ab6fd0585f1710f4c40b1ae2787362f56d');
INSERT INTO public.audit_records VALUES ('other-fixture', 2, 1795412535386, '{"action":"project.update","actor":"cli:root","at":1795412535386,"details":{"changed":"signIn"},"id":"dfNak1dudhscHoskPaH8","outcome":"success","project":"other-fixture","sequence":2}', '\xce1c66a488ccc56374ef10f5f0bf4d3e46f74f42a20c475c4efc0fc50aecd202');
INSERT INTO public.audit_records VALUES ('other-fixture', 3, 1795412535394, '{"action":"project.update","actor":"cli:root","at":1795412535394,"details":{"changed":"sessions"},"id":"GSzmR5Cb4V0R53ZrLoKs","outcome":"success","project":"other-fixture","sequence":3}', '\xa44edbdc24b3ba483ef40d2d195383e075bd12a9e3c9bd8747a44c8934aed09d');
INSERT INTO public.audit_records VALUES ('other-fixture', 4, 1795412535501, '{"action":"project.providers","actor":"cli:root","at":1795412535501,"details":{"providers":"+github.com"},"id":"KFIaeRFCcZ24iEq0iFr4","outcome":"success","project":"other-fixture","sequence":4}', '\xb89b7f3d8e5aa4fee84f0c3d3e754f5c353075201724af10fa739326f4f63a6e');
INSERT INTO public.audit_records VALUES ('other-fixture', 5, 1795412535581, '{"action":"project.administrator-tokens","actor":"cli:root","at":1795412535581,"details":{"tokens":"+fixture"},"id":"DJsgJDASZv5wnR9ymDXI","outcome":"success","project":"other-fixture","sequence":5}', '\xc86163b54b5b68be3393a83fb45c76266fbeee057682d7da1785f43200b54306');


--
-- Data for Name: diagnoses; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: outbox; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: projects; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.projects VALUES ('fixture', '744147894270', '{"administratorTokens":[],"allowsTenants":true,"apiKeys":["AIzaOvx7KRPJ667ooNtnFAZk6xbrKSBnqHNcjAF"],"apps":[{"appID":"1:744147894270:ios:482eba04f253d132","bundleID":"com.example.latchkey","clientID":"744147894270-latchkey.apps.googleusercontent.com","displayName":"Sample ios app","platform":"ios"},{"appID":"1:744147894270:android:a25e1cdb51d2910f","displayName":"Sample android app","packageName":"com.example.latchkey","platform":"android"},{"appID":"1:744147894270:web:7f3b627ec60d29d3","displayName":"Sample web app","platform":"web"},{"appID":"1:744147894270:desktop:19cecec6d20ade02","displayName":"Sample desktop app","platform":"desktop"}],"authorizedDomains":["localhost","127.0.0.1","::1"],"blockingFunctions":{"forwardsAccessToken":false,"forwardsIDToken":false,"forwardsRefreshToken":false},"createdAt":1795412534455,"displayName":"Latchkey development","id":"fixture","importedPasswords":[{"algorithm":{"hmac":{"function":"sha256","key":[0,0,0,0,0,0,0,0,0,0,0,0,0],"order":"passwordAndSalt"}},"hash":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"salt":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]},{"algorithm":{"pbkdf2":{"function":"sha256","rounds":1000}},"hash":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"salt":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]},{"algorithm":{"standardScrypt":{"blockSize":8,"cpuMemoryCost":1024,"derivedKeyLength":64,"parallelization":1}},"hash":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"salt":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}],"messages":{"senders":{},"wordings":{}},"number":"744147894270","providers":[{"additionalAudiences":["com.example.latchkey"],"apple":{"keyID":"LABKEY0001","teamID":"LATCHKEY01"},"clientID":"com.example.latchkey.web","enabled":true,"endpoints":{"allowPrivateAddresses":true,"authorization":"http://127.0.0.1:40375/lab/apple.com/auth/authorize","jwks":"http://127.0.0.1:40375/lab/apple.com/auth/keys","revocation":"http://127.0.0.1:40375/lab/apple.com/auth/revoke","token":"http://127.0.0.1:40375/lab/apple.com/auth/token"},"providerID":"apple.com","responseType":"code","sealedSecrets":[137,235,151,199,9,19,116,169,43,104,2,196,28,111,67,106,42,21,207,56,102,92,246,4,190,244,212,1,63,24,69,132,108,241,107,108,141,130,148,25,16,191,164,19,213,147,173,91,195,130,152,92,68,20,246,131,32,91,33,249,197,228,236,0,238,255,182,130,137,9,232,255,46,203,177,71,56,15,29,95,52,73,165,205,177,67,220,200,208,210,173,254,208,154,120,182,68,190,70,124,27,146,40,238,235,61,44,123,235,34,14,41,114,116,154,236,210,48,186,144,242,11,8,38,117,138,207,236,51,120,216,12,172,215,10,29,173,48,220,145,134,75,124,80,37,63,103,41,60,89,142,12,22,3,195,33,43,29,195,231,19,14,176,130,54,124,245,122,172,228,243,21,18,118,231,246,133,162,206,242,93,177,194,8,115,82,156,254,156,47,81,149,51,27,82,106,36,185,34,183,188,219,132,67,213,129,87,158,77,174,229,24,72,237,118,71,79,174,220,199,219,42,185,223,109,143,14,219,10,63,13,236,185,163,87,150,155,153,136,39,37,16,94,32,78,154,209,77,130,235,19,217,166,111,84,168,159,195,31,238,206,84,156,23,68,78,225,55,2,72,9,251,149,39,247,118,200,110,115,158,80,227,89,69,15,176,241,81,129]},{"additionalAudiences":[],"clientID":"1234567890","enabled":true,"endpoints":{"allowPrivateAddresses":true,"authorization":"http://127.0.0.1:40375/lab/facebook.com/dialog/oauth","limitedLoginJWKS":"http://127.0.0.1:40375/lab/limited.facebook.com/.well-known/oauth/openid/jwks/","token":"http://127.0.0.1:40375/lab/facebook.com/oauth/access_token","tokenCheck":"http://127.0.0.1:40375/lab/facebook.com/debug_token","userInfo":"http://127.0.0.1:40375/lab/facebook.com/me"},"providerID":"facebook.com","responseType":"code","sealedSecrets":[149,91,139,84,207,28,127,194,230,161,107,33,19,167,77,112,190,42,53,12,62,101,84,135,79,152,83,7,104,132,59,253,192,217,46,3,124,233,214,94,89,235,157,158,182,79,251,254,228,140,143,91,244,175,92,255,155,195,90,85,109,243,156,29,73,161,181,133,147,42]},{"additionalAudiences":[],"clientID":"Iv1.latchkeylab00001","enabled":true,"endpoints":{"allowPrivateAddresses":true,"authorization":"http://127.0.0.1:40375/lab/github.com/login/oauth/authorize","token":"http://127.0.0.1:40375/lab/github.com/login/oauth/access_token","tokenCheck":"http://127.0.0.1:40375/lab/github.com/applications/{client_id}/token","userEmails":"http://127.0.0.1:40375/lab/github.com/user/emails","userInfo":"http://127.0.0.1:40375/lab/github.com/user"},"providerID":"github.com","responseType":"code","sealedSecrets":[158,101,60,176,153,246,50,103,144,148,50,76,14,171,144,31,13,249,48,198,7,116,225,144,113,56,133,148,43,111,6,17,221,67,235,194,168,115,0,252,191,56,45,72,75,235,59,35,195,114,71,227,65,175,255,63,207,177,116,197,235,222,226,14,244,77,106,130,73,41,163]},{"additionalAudiences":["1234567890-latchkeyios.apps.googleusercontent.com"],"clientID":"1234567890-latchkeylab.apps.googleusercontent.com","enabled":true,"endpoints":{"allowPrivateAddresses":true,"authorization":"http://127.0.0.1:40375/lab/google.com/o/oauth2/v2/auth","jwks":"http://127.0.0.1:40375/lab/google.com/oauth2/v3/certs","revocation":"http://127.0.0.1:40375/lab/google.com/revoke","token":"http://127.0.0.1:40375/lab/google.com/token","tokenCheck":"http://127.0.0.1:40375/lab/google.com/tokeninfo","userInfo":"http://127.0.0.1:40375/lab/google.com/userinfo/v2/me"},"providerID":"google.com","responseType":"code","sealedSecrets":[35,45,226,3,203,36,85,91,112,189,224,55,178,6,125,239,23,94,109,36,134,164,118,141,208,204,133,53,217,237,184,59,181,228,83,168,67,32,232,6,239,52,244,143,2,94,46,182,234,224,69,22,196,77,176,191,151,191,218,198,203,194,63,73,131,52,245,155,157,154,27]},{"additionalAudiences":[],"clientID":"latchkey-oidc-client","displayName":"OpenID Connect","enabled":true,"endpoints":{"allowPrivateAddresses":true,"authorization":"http://127.0.0.1:40375/lab/oidc/authorize","issuer":"http://127.0.0.1:40375/lab/oidc","jwks":"http://127.0.0.1:40375/lab/oidc/jwks","token":"http://127.0.0.1:40375/lab/oidc/token","userInfo":"http://127.0.0.1:40375/lab/oidc/userinfo"},"providerID":"oidc.lab","responseType":"code","sealedSecrets":[200,21,107,188,248,168,149,204,113,74,94,196,52,215,106,86,84,48,79,215,132,119,35,119,16,2,77,164,175,242,188,66,84,60,3,255,62,137,32,89,115,176,146,40,195,186,251,32,181,49,28,121,213,21,154,253,134,29,176,248,102,203,150,47,134,87,99,133,137]},{"additionalAudiences":[],"clientID":"com.example.latchkey","enabled":true,"endpoints":{"allowPrivateAddresses":true,"jwks":"http://127.0.0.1:40375/lab/gc.apple.com/public-key/"},"providerID":"gc.apple.com","responseType":"code","sealedSecrets":[249,243,93,195,30,232,253,210,100,86,84,69,235,110,200,103,232,97,9,0,89,121,120,135,27,190,215,192,13,177]}],"recordedSettings":{"messages":{}},"revision":13,"samlProviders":[],"sealedSignerKey":[17,189,123,62,184,192,36,141,211,18,104,121,139,230,115,239,183,113,250,24,8,196,54,6,70,198,22,244,106,6,43,10,220,62,196,68,49,2,252,186,48,110,175,82,145,99,194,147,237,194,180,172,97,56,97,109,82,127,195,202,212,211,251,150,102,95,184,25,161,146,213,253,204,175,171,196,69,70,195,55,20,181,96,168,1,175,212,202,168,225,230,27],"serviceAccounts":[],"sessions":{"gracePeriod":60,"refreshTokens":"stable"},"signIn":{"allowDuplicateEmails":false,"anonymousEnabled":true,"deletesOldAnonymousUsers":false,"emailEnumerationProtection":false,"emailLinkEnabled":true,"emailTrust":"production","isDisabled":false,"multiFactor":{"allowsPhone":true,"state":"ENABLED","totp":{"adjacentIntervals":5}},"passwordEnabled":true,"passwordPolicy":{"forceUpgradeOnSignIn":false,"isEnforced":false,"minimumLength":6,"requiresLowercase":false,"requiresNonAlphanumeric":false,"requiresNumeric":false,"requiresUppercase":false},"phoneEnabled":true,"smsRegions":{"allExcept":{"_0":[]}},"suspendsEmailLink":false,"testPhoneNumbers":{},"usersMayDelete":true,"usersMaySignUp":true},"tokenAlgorithm":"RS256"}', 14);
INSERT INTO public.projects VALUES ('other-fixture', '176151881927', '{"administratorTokens":[{"createdAt":1795412535578,"name":"fixture","scopes":["https://www.googleapis.com/auth/cloud-platform"],"tokenHash":[65,96,156,200,210,247,13,234,181,247,133,137,202,4,204,238,228,3,5,73,109,20,27,15,207,125,187,168,84,27,235,9]}],"allowsTenants":true,"apiKeys":["AIza7rQ9Kzn3LfHNueZjKnNckg0WUh2ApoKHpzz"],"apps":[],"authorizedDomains":["app.example.com"],"blockingFunctions":{"forwardsAccessToken":false,"forwardsIDToken":false,"forwardsRefreshToken":false},"createdAt":1795412535305,"id":"other-fixture","importedPasswords":[],"messages":{"senders":{},"wordings":{}},"number":"176151881927","providers":[{"additionalAudiences":[],"clientID":"Iv1.fixture","enabled":true,"endpoints":{"allowPrivateAddresses":false},"providerID":"github.com","responseType":"code","sealedSecrets":[149,149,150,222,160,5,33,224,16,22,60,35,227,104,87,124,185,39,44,158,161,229,110,79,234,179,248,102,225,141,170,77,54,116,50,216,140,36,5,99,102,237,168,31,32,60,28,36,189,37,23,166,170,4,63,22,212,123,249,215,208,221,162,42,50,232,46,208,102,47,207]}],"recordedSettings":{"messages":{}},"revision":3,"samlProviders":[],"sealedSignerKey":[190,244,13,107,155,132,62,43,219,50,38,101,210,98,183,3,46,20,154,225,31,226,65,24,172,166,88,156,240,69,243,160,195,124,190,81,90,252,167,145,130,225,5,76,216,26,203,70,140,155,138,172,68,190,111,91,233,78,28,0,70,228,127,5,19,115,203,215,34,61,223,101,98,38,136,159,202,243,141,17,245,150,2,6,29,52,248,107,113,99,154,165],"serviceAccounts":[],"sessions":{"gracePeriod":60,"idleLifetime":2592000,"idleSince":1795412535394,"refreshTokens":"rotating"},"signIn":{"allowDuplicateEmails":false,"anonymousEnabled":true,"deletesOldAnonymousUsers":false,"emailEnumerationProtection":true,"emailLinkEnabled":true,"emailTrust":"production","isDisabled":false,"multiFactor":{"allowsPhone":false,"state":"DISABLED"},"passwordEnabled":true,"passwordPolicy":{"forceUpgradeOnSignIn":false,"isEnforced":false,"minimumLength":6,"requiresLowercase":false,"requiresNonAlphanumeric":false,"requiresNumeric":false,"requiresUppercase":false},"phoneEnabled":false,"smsRegions":{"allExcept":{"_0":[]}},"suspendsEmailLink":false,"testPhoneNumbers":{},"usersMayDelete":true,"usersMaySignUp":true},"tokenAlgorithm":"RS256"}', 4);


--
-- Data for Name: provider_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.provider_links VALUES ('fixture', '', 'google.com', 'google-1', '19mnNSpduRR74HW3biUrsUtPaX2l', 0, 'https://accounts.google.com/google-1', 'bob@gmail.com', 'Bob', NULL, NULL);


--
-- Data for Name: redemptions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.redemptions VALUES ('fixture', '', 'totp/59847084/tKjoHPDGrLJI8yENeUCcfI4FdwFB/MeNyog5scfNGKEHklr0AQ6k5CDo4', 1795412880000);


--
-- Data for Name: schema_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_migrations VALUES ('0001 accounts');
INSERT INTO public.schema_migrations VALUES ('0002 tenants and attempts');
INSERT INTO public.schema_migrations VALUES ('0003 session epochs');
INSERT INTO public.schema_migrations VALUES ('0004 email changes');
INSERT INTO public.schema_migrations VALUES ('0005 outbox');
INSERT INTO public.schema_migrations VALUES ('0006 session families');
INSERT INTO public.schema_migrations VALUES ('0007 audit');
INSERT INTO public.schema_migrations VALUES ('0008 diagnoses');
INSERT INTO public.schema_migrations VALUES ('0009 throttles');
INSERT INTO public.schema_migrations VALUES ('0010 ended sessions');
INSERT INTO public.schema_migrations VALUES ('0011 audit leases');
INSERT INTO public.schema_migrations VALUES ('0012 user search');
INSERT INTO public.schema_migrations VALUES ('0013 activity');


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES ('\x762f34425b1c8f72a26899be3eca163e74169ff4bfd6d196ec1a231a0768177c', 'fixture', '', 'Iw4iIT9qdaeBpOkXTxgzL8ZBXIuk', 1795412534654, 1795412534654, 'password', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('\xd42bb87e6a37500f2c26619580d5f6ee222e2b07be21f88fe146fbe929598f2a', 'fixture', '', '19mnNSpduRR74HW3biUrsUtPaX2l', 1795412534849, 1795412534849, 'google.com', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('\x0ef8002f33b61699fbd637b3ab370d12daa87cf32c6e4ae34d3a2087a55b4cf7', 'fixture', '', 'jU1dhMK1sHXlmNgSqXaY70Af0bJH', 1795412534886, 1795412534886, 'phone', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('\x298457bd4986dc4ddf7e6c01e46749a7e2aeb20734f04850e2197a5bf126c90c', 'fixture', '', 'QCW7KQPaIMTLtQqIethZ7rUZ2byh', 1795412534891, 1795412534891, 'anonymous', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('\x72464efda4b46e782484efb6e8add15d707595f1558c358504d40004f1becb4e', 'fixture', '', 'MeNyog5scfNGKEHklr0AQ6k5CDo4', 1795412534976, 1795412534976, 'password', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 1798004534992, 1795412534992);
INSERT INTO public.sessions VALUES ('\x2a7226440e11daadc5e4ca51d71a7f7732331d94f17339c57fc1ab56e1d664dc', 'fixture', '', 'MeNyog5scfNGKEHklr0AQ6k5CDo4', 1795412534000, 1795412534992, 'password', 'tKjoHPDGrLJI8yENeUCcfI4FdwFB', 'totp', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('\x2c1ce4daf7dee48d7e1d1c5421eb4b80e3f94128a3025649c0e727baa6adfb80', 'fixture', '', 'RsBt797YeDWPXAtrFeKmJhT7aKBW', 1795412535193, 1795412535193, 'password', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 1798004535201, 1795412535201);
INSERT INTO public.sessions VALUES ('\xd143385edb5e8076b74f1a8dd31f25abb19bd310b03149319e51449a89a94064', 'fixture', '', 'RsBt797YeDWPXAtrFeKmJhT7aKBW', 1795412535000, 1795412535201, 'password', NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: signing_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.signing_keys VALUES ('62160000f8dc117590931c965810eb573bb47262', 'RS256', '\xfd6620d3806463964bcb8f7f758432ce54331864e14df3328da4ac7ff2d1a9c9a77595cdd856e287282851de75b907676c504e04d08482c009b0954aa59a3ac9e3fff0bc06ff38d411920f55b3350ea40470b37a2641d63e3313aa8e09246564cf37f0da115ac9a412b83e7ae648fad54c853a2bdf3faec46f333376be1fc5aa33500c314d9b7f76a22c28b5cf3261ca8f86dee01a0f090c0ecab6bc382930af9ac8f416d402ad9a6639da19050bd36d3147f7ad6f0a1f469aea7df1084136c897e32030e2084328074e5040f524afc3519d0b32e8f3cd78f71d15b696381ec732e9cdc78f4098a3b87db05e4f249dd0db8fb177d34ae28b43d20b878a67952644182ec3ffbb2c2f7cce1bef89ad804bd7cebd294e5d93f7e31a0c8540b1a1355037d240bd3d9b13415aa2604fdb7d07b56a0e62813166ec316a747851c9c0c38c01cf3f1d324f6b628091fdb48987b2a9bb91a24772f1d7feeeda1f9f1fed15e690d3cfca93ad19c479715e3e577a9bda0ba9aef2ea89da0949420740ae5f502290d7390df0f454f4ebb5a3647193cf9e6db8851c4bed63502797ec792a8989528024f6bc1a3a1419e70cb20b81a76db8f8abaea9be9c541c2a9845bff483471b7406ad01e64bffcb3c25e9a2e483f858d61807a9c0037aad8baa684bdaba491cccabe836ada4f9d66504401d68789bdd416bb6ef676cb1940b7c3c9d63509c8eee4823a6b04b17f43a5f0bc903cfb12f5f779cf7f8b80d2d12b37b4ba84cfdf8092d49177a3c8a0f2d7a554c7fbccc758d2cf183c82b35f444bafafa23249ee49b089c58956b603a3f64e679440a361446709b955754c92f27eee3e21f53b40225ca9836e52957a0abbb5557c12c10f4a2614bbaf5e37d0793e43e8d4816fbcc9c625ac0604230c1b9d0ccbf6c0b364338ecf95792dbb6b761504ab7dd96a43c98555645740d4ac0064828a64d4ff364f9ff4b151b4bda128218130c7469e6aabe719621cef82c00ba6ef0debe6c11c929263b7b94b29a75af29b7870c707454daf29c48e408706678145990295246d12bb6fb7bd1e33fb2cd210aa69cb8bc6a950f8c32f33b0ba0a23a3da3e3270f942d69fb1980ca0dd5f377823f527352c73bb1a0ebe68266818e8ba1d07af2347deb7d50785459edd89e291d72303817604d3909773184e026363ecb18e69df10f4e6d434ad582cf38838d51bfc5b208f4980330810d8428f8c46be4be58f7bb31eb9373bcc7752b1f9888a20f42e949df82abd75263352d035226809946b0ac587303c658cf0a4afc041fd60dc297b9e8d510c0cdb95522733b59dcf6fe74e886725012cc0d86590f7d192490826de012200df809d1d1e06e9dc5f13a32d47b320794c1a2cceeea43e496d9720ea0cbb63adc359ba78e57d32a3fac3817574f68e34113b61cbe7551a94577f7ab1bb6efc1d91e7431793278f66ceb5d231e7235c41e4fa57288749f4e91cd1b87d620b5620f19c494ca50fb25ec7a997878c1eebfd7ec7619e595c9716761b67dda2a48b3739de4cdfa29150ef70861814c92665ef75b59318e33995f13c09dd3a2304ce6d062691e7e4b77418a9eb345c7e37165ff9ff7dac6d8308a4e075f607a706e62fa7ff98ab7d20bb8dac98a7e2a305679c3f0cfe86eabf58b33dd69186f1f3240530543a3fe1d059efeef0259456b1114a61a7d112cbb2d9deb6c211f8743c916600481', '-----BEGIN CERTIFICATE-----
MIIC/zCCAeegAwIBAgIVAJWvMWFdhfsDzViZ1m17N0kdtKnVMA0GCSqGSIb3DQEB
CwUAMCgxJjAkBgNVBAMMHXNlY3VyZXRva2VuLmxhdGNoa2V5LmludGVybmFsMB4X
DTI2MTEyMzA1NDIxM1oXDTM2MTEyMDA1NDIxM1owKDEmMCQGA1UEAwwdc2VjdXJl
dG9rZW4ubGF0Y2hrZXkuaW50ZXJuYWwwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAw
ggEKAoIBAQC6W2U4oRvlfx/pLUcM8Jp5Xq7Fu52JV2aqa+/cZUtZfR2PA2GsPesj
3L/WxxdKevbp0tyD7iRS4T9XrdQSIu/b0AICyF8u3ivaHF2VJrMQG9tVW8JlGypO
Rli0cY6qiXOfcng9mgbJWkOD/qBKJcWkY6UMJbpMYlBV9iYTtjB/HMU6KhvtpRli
USHdSSBa5UKVynI0lHIxB5gIG6oVQtwfw/TIHGaMno20DUmWGFbJXtaTucAjyO1x
X3IqebTaNjAaHy2IMx+hRzAQRzFcZAom+0RKkJapU4irY/tU+xPDXZQ32ebISB8M
xdPYFT5rGFZSUo0bZH5+1VEhFifSAGKfAgMBAAGjIDAeMAwGA1UdEwEB/wQCMAAw
DgYDVR0PAQH/BAQDAgeAMA0GCSqGSIb3DQEBCwUAA4IBAQBTmNEuIFypRnx7h8DP
GfDGAGg6HPtu/ZKWA4WmIQC6QFciKD7thVBGu+CpnA9ItaqCucqeWj++FpRIvyUg
rYI61g5NihK9SVjx1OvgCYoQcvue6mZxzErGwV3kEadSXKMwLAMEhbJ8e6Cvsl92
vv3HaNOPwBvpLaJ7YiJOYDjJYRyrHXPkGHss3HO0AuA++QEgRh1H8T1/XbJM5PXU
Jk/l+UVSghORCovj97tbR5lXwuoQefwAikvwtcjn/J3vvZxOywX0zmZ57FDBzn2d
UDLXChuhb9MCPDVLdP+Qbzn+W33FBlT4U1VV9QrZJiTddulGLbiHi88BxSMj6ljA
rZiN
-----END CERTIFICATE-----
', 1795412533588, 1795412533588, NULL);


--
-- Data for Name: tenants; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tenants VALUES ('fixture', 'IGk1V8GnZXaktqvMEJRwAd82Zz7v', '{"createdAt":1795412535210,"displayName":"tenant","id":"IGk1V8GnZXaktqvMEJRwAd82Zz7v","project":"fixture","providers":[],"recordedSettings":{"messages":{}},"revision":0,"samlProviders":[],"signIn":{"allowDuplicateEmails":false,"anonymousEnabled":false,"deletesOldAnonymousUsers":false,"emailEnumerationProtection":false,"emailLinkEnabled":false,"emailTrust":"production","isDisabled":false,"multiFactor":{"allowsPhone":false,"state":"DISABLED"},"passwordEnabled":true,"passwordPolicy":{"forceUpgradeOnSignIn":false,"isEnforced":false,"minimumLength":6,"requiresLowercase":false,"requiresNonAlphanumeric":false,"requiresNumeric":false,"requiresUppercase":false},"phoneEnabled":false,"smsRegions":{"allExcept":{"_0":[]}},"suspendsEmailLink":false,"testPhoneNumbers":{},"usersMayDelete":true,"usersMaySignUp":true}}', 0);


--
-- Data for Name: throttles; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.throttles VALUES ('fixture', '', 'password/known-network', '\x46428bc4e8b1d55ad801ae57db2888403de233a885e9e50e25ba969c542c8712', 0, 1795412534602, 1798004534602);
INSERT INTO public.throttles VALUES ('fixture', '', 'password/secret', '\xe604ad3c75b078c3443b60d09c28f1388132d8e81d6ab58c57bc1d4d4085e499', 0, 1795412534602, 1795412534602);
INSERT INTO public.throttles VALUES ('fixture', '', 'sms/number', '\x7d711a0e0f3c004a8b1d841ee1a2874f15977b7e11c750eeba1c2743cb854888', 1, 1795412538456, 1795412538456);
INSERT INTO public.throttles VALUES ('fixture', '', 'sms/range', '\xba3e61e5e6526910e8d7f86168b94bfa7689a442f9eb5847d3f8507b265f7338', 1, 1795412534859, 1795412534859);
INSERT INTO public.throttles VALUES ('fixture', '', 'sms/network', '\xa0156a3a3191b2966fe07659c63e89011df9d1dffaf846c7fc897acadcca4942', 1, 1795412534859, 1795412534859);
INSERT INTO public.throttles VALUES ('fixture', '', 'sms/project', '\x', 1, 1795412534859, 1795412534859);
INSERT INTO public.throttles VALUES ('fixture', '', 'sms-code/known-network', '\xe59994fe9a5a47f4848101d1ddf0d4508c7e327803e26da9908d6f9b95234046', 0, 1795412534883, 1798004534883);
INSERT INTO public.throttles VALUES ('fixture', '', 'sms-code/secret', '\x9bf4ad6bdd7d5eee3e897bf3416c0f140418fc62b1be98eba15bd81d245d1f23', 0, 1795412534883, 1795412534883);
INSERT INTO public.throttles VALUES ('fixture', '', 'sign-up/network', '\x5cee28eccdcb76c587e92a5787cdc5bbc136baf06213e53b856f153e8e5bc6aa', 1, 1795412534894, 1795412534894);
INSERT INTO public.throttles VALUES ('fixture', '', 'sign-up/project', '\x', 1, 1795412534894, 1795412534894);
INSERT INTO public.throttles VALUES ('fixture', '', 'password/known-network', '\x1fd2ce954e42da45334ec4a78bcba3c5f00670e323f7db42bdd3a341a2ef1618', 0, 1795412534938, 1798004534938);
INSERT INTO public.throttles VALUES ('fixture', '', 'password/secret', '\xe54bfc9e4af72eef168505a6ff01b8a257ac48a6dcf6bb24458aa576c370f328', 0, 1795412534938, 1795412534938);
INSERT INTO public.throttles VALUES ('fixture', '', 'code/network', '\x5ca4f3c724b42ffde7a5461314d4919e0788d37f31c3ee74cf216e01ea612fbe', 0, 1795412534989, 1795412534989);
INSERT INTO public.throttles VALUES ('fixture', '', 'enrollment/known-network', '\x48257d9d5766852a765d61b7462d3bfccd785a9861333d8fee3717742ca09b6d', 0, 1795412534989, 1798004534989);
INSERT INTO public.throttles VALUES ('fixture', '', 'enrollment/secret', '\x797d6d8d42ed23f190c095c415e695165e7b0ad9833f9bb5d8d63b480a65eb6d', 0, 1795412534989, 1795412534989);
INSERT INTO public.throttles VALUES ('fixture', '', 'session/account', '\xde458c67690c35970751b26c34b710e222015445d48d3c0d3a4aaccb6cec29eb', 1, 1795412534995, 1795412534995);
INSERT INTO public.throttles VALUES ('fixture', '', 'password/network', '\x7e0d8b19149ce27b7f7a3bcdac7e9375af5baedcb99e2feccbb0c753825e5cbb', 0, 1795412535153, 1795412535153);
INSERT INTO public.throttles VALUES ('fixture', '', 'password/known-network', '\x122dbf8671e7c639b9ae755a3aec27ca64099adac81eb4f5cf940b518b5da40a', 0, 1795412535153, 1798004535153);
INSERT INTO public.throttles VALUES ('fixture', '', 'password/secret', '\xf3f653bcee73cc86cd23d9f0158a7ed61a6640a3ddbb5d983b6c53eaec95e58e', 0, 1795412535153, 1795412535153);
INSERT INTO public.throttles VALUES ('fixture', '', 'credential/network', '\x1fad09a8e5d80d53add0f27f28af2d4da45e7510e97a2a24e4ee12fc751c1c95', 1, 1795412535203, 1795412535203);
INSERT INTO public.throttles VALUES ('fixture', '', 'credential/account', '\x9e75aa2c1818b329f08f2b56611108247c67e29774ef075ed70b10fda95754d0', 1, 1795412535203, 1795412535203);
INSERT INTO public.throttles VALUES ('fixture', '', 'session/account', '\x726e6d5040d60685f90d823b71a16ef53533ed7274fc1a533b2274a26fd78026', 1, 1795412535204, 1795412535204);
INSERT INTO public.throttles VALUES ('fixture', '', 'mail/RECOVER_EMAIL', '\x7ebe9220619f28a066cb4a79da916b8271f28837f50dd15953415cb68ac42c72', 1, 1795412538801, 1795412538801);
INSERT INTO public.throttles VALUES ('fixture', '', 'mail/project', '\x', 1, 1795412535204, 1795412535204);


--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (project, tenant, local_id);


--
-- Name: activity_counts activity_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.activity_counts
    ADD CONSTRAINT activity_counts_pkey PRIMARY KEY (project, tenant, step, starts_at, kind, provider, outcome);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (api_key);


--
-- Name: artifacts artifacts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_pkey PRIMARY KEY (token_hash);


--
-- Name: audit_cursors audit_cursors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_cursors
    ADD CONSTRAINT audit_cursors_pkey PRIMARY KEY (consumer, chain);


--
-- Name: audit_heads audit_heads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_heads
    ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (chain);


--
-- Name: audit_records audit_records_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_records
    ADD CONSTRAINT audit_records_pkey PRIMARY KEY (chain, sequence);


--
-- Name: diagnoses diagnoses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.diagnoses
    ADD CONSTRAINT diagnoses_pkey PRIMARY KEY (id);


--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);


--
-- Name: projects projects_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);


--
-- Name: provider_links provider_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.provider_links
    ADD CONSTRAINT provider_links_pkey PRIMARY KEY (project, tenant, provider_id, raw_id);


--
-- Name: redemptions redemptions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.redemptions
    ADD CONSTRAINT redemptions_pkey PRIMARY KEY (project, tenant, redemption_key);


--
-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);


--
-- Name: signing_keys signing_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id);


--
-- Name: tenants tenants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (project, id);


--
-- Name: throttles throttles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.throttles
    ADD CONSTRAINT throttles_pkey PRIMARY KEY (project, tenant, kind, subject);


--
-- Name: accounts_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_age ON public.accounts USING btree (project, tenant, created_at, local_id);


--
-- Name: accounts_disabled; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_disabled ON public.accounts USING btree (project, tenant, created_at, local_id) WHERE (disabled <> 0);


--
-- Name: accounts_display_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_display_name ON public.accounts USING btree (project, tenant, (((lower(substr(display_name, 1, 64)) || ''::text) || local_id))) WHERE (display_name IS NOT NULL);


--
-- Name: accounts_email; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (project, tenant, email) WHERE (email IS NOT NULL);


--
-- Name: accounts_phone_number; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX accounts_phone_number ON public.accounts USING btree (project, tenant, phone_number) WHERE (phone_number IS NOT NULL);


--
-- Name: activity_counts_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX activity_counts_age ON public.activity_counts USING btree (step, starts_at);


--
-- Name: api_keys_project; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_keys_project ON public.api_keys USING btree (project);


--
-- Name: artifacts_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX artifacts_expiry ON public.artifacts USING btree (expires_at);


--
-- Name: audit_records_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_records_account ON public.audit_records USING btree (chain, (((record)::json ->> 'account'::text)) COLLATE "C", COALESCE((((record)::json ->> 'tenant'::text) COLLATE "C"), ''::text), sequence);


--
-- Name: diagnoses_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX diagnoses_expiry ON public.diagnoses USING btree (expires_at);


--
-- Name: diagnoses_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX diagnoses_newest ON public.diagnoses USING btree (project, recorded_at, id);


--
-- Name: outbox_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_due ON public.outbox USING btree (channel, due_at);


--
-- Name: outbox_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_expiry ON public.outbox USING btree (expires_at);


--
-- Name: outbox_room; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_room ON public.outbox USING btree (project, channel);


--
-- Name: outbox_scope; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_scope ON public.outbox USING btree (project, tenant);


--
-- Name: projects_number; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX projects_number ON public.projects USING btree (number);


--
-- Name: provider_links_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX provider_links_account ON public.provider_links USING btree (project, tenant, local_id, ordinal);


--
-- Name: redemptions_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX redemptions_expiry ON public.redemptions USING btree (expires_at);


--
-- Name: sessions_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_account ON public.sessions USING btree (project, tenant, local_id, authenticated_at);


--
-- Name: sessions_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_expiry ON public.sessions USING btree (forget_at) WHERE (forget_at IS NOT NULL);


--
-- Name: sessions_in_use; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_in_use ON public.sessions USING btree (project, tenant, local_id, created_at) WHERE ((rotated_at IS NULL) AND (revoked_at IS NULL) AND (ended_at IS NULL));


--
-- Name: throttles_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX throttles_expiry ON public.throttles USING btree (expires_at);


--
-- Name: api_keys api_keys_project_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);


--
-- Name: provider_links provider_links_project_tenant_local_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.provider_links
    ADD CONSTRAINT provider_links_project_tenant_local_id_fkey FOREIGN KEY (project, tenant, local_id) REFERENCES public.accounts(project, tenant, local_id);


--
-- Name: sessions sessions_project_tenant_local_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_project_tenant_local_id_fkey FOREIGN KEY (project, tenant, local_id) REFERENCES public.accounts(project, tenant, local_id);


--
-- Name: tenants tenants_project_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);


--
-- PostgreSQL database dump complete
--

\unrestrict XRv7dtdTRAZlHofkkCIC19EkXNtgx78flD2n3cWm8cA0f8nbYKUaHfg6krBKgbh

