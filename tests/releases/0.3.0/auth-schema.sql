CREATE SCHEMA IF NOT EXISTS auth;
CREATE TABLE IF NOT EXISTS auth.users (
id              uuid PRIMARY KEY,  -- app-generated UUID
aud             varchar(255) DEFAULT 'authenticated',
role            varchar(255) DEFAULT 'authenticated',
email               varchar(255),
encrypted_password  varchar(255),
phone               text UNIQUE,
email_confirmed_at      timestamptz,
confirmed_at            timestamptz GENERATED ALWAYS AS (
CASE
WHEN email_confirmed_at IS NULL THEN phone_confirmed_at
WHEN phone_confirmed_at IS NULL THEN email_confirmed_at
WHEN email_confirmed_at < phone_confirmed_at THEN email_confirmed_at
ELSE phone_confirmed_at
END
) STORED,
invited_at              timestamptz,
confirmation_token      varchar(255),
confirmation_sent_at    timestamptz,
recovery_token          varchar(255),
recovery_sent_at        timestamptz,
email_change                varchar(255),
email_change_token_new      varchar(255),
email_change_token_current  varchar(255),
email_change_sent_at        timestamptz,
email_change_confirm_status smallint DEFAULT 0
CHECK (email_change_confirm_status BETWEEN 0 AND 2),
phone_confirmed_at      timestamptz,
phone_change            text,
phone_change_token      varchar(255),
phone_change_sent_at    timestamptz,
reauthentication_token      varchar(255),
reauthentication_sent_at    timestamptz,
raw_app_meta_data       jsonb DEFAULT '{}'::jsonb,
raw_user_meta_data      jsonb DEFAULT '{}'::jsonb,
banned_until            timestamptz,
deleted_at              timestamptz,
is_sso_user             boolean NOT NULL DEFAULT false,
is_anonymous            boolean NOT NULL DEFAULT false,
last_sign_in_at         timestamptz,
created_at              timestamptz DEFAULT now(),
updated_at              timestamptz DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS users_email_partial_key
ON auth.users (email)
WHERE is_sso_user = false;
CREATE INDEX IF NOT EXISTS users_is_anonymous_idx
ON auth.users (is_anonymous);
CREATE UNIQUE INDEX IF NOT EXISTS users_confirmation_token_idx
ON auth.users (confirmation_token)
WHERE length(confirmation_token) > 6;
CREATE UNIQUE INDEX IF NOT EXISTS users_recovery_token_idx
ON auth.users (recovery_token)
WHERE length(recovery_token) > 6;
CREATE UNIQUE INDEX IF NOT EXISTS users_email_change_token_current_idx
ON auth.users (email_change_token_current)
WHERE length(email_change_token_current) > 6;
CREATE UNIQUE INDEX IF NOT EXISTS users_email_change_token_new_idx
ON auth.users (email_change_token_new)
WHERE length(email_change_token_new) > 6;
CREATE UNIQUE INDEX IF NOT EXISTS users_reauthentication_token_idx
ON auth.users (reauthentication_token)
WHERE length(reauthentication_token) > 6;
CREATE TABLE IF NOT EXISTS auth.sessions (
id          uuid PRIMARY KEY,  -- app-generated UUID
user_id     uuid NOT NULL REFERENCES auth.users(id) ON DELETE CASCADE,
not_after   timestamptz,
refreshed_at timestamp without time zone,
user_agent  text,
ip          inet,
tag         text,
refresh_token_hmac_key text,
refresh_token_counter  bigint,
scopes      text CHECK (scopes IS NULL OR length(scopes) <= 4096),
created_at  timestamptz DEFAULT now(),
updated_at  timestamptz DEFAULT now(),
aal         text CHECK (aal IN ('aal1', 'aal2', 'aal3')),
factor_id   uuid
);
CREATE INDEX IF NOT EXISTS sessions_user_id_idx ON auth.sessions (user_id);
CREATE TABLE IF NOT EXISTS auth.refresh_tokens (
id          text PRIMARY KEY,  -- app-generated UUID
token       varchar(255) NOT NULL,
user_id     uuid NOT NULL,
session_id  uuid REFERENCES auth.sessions(id) ON DELETE CASCADE,
revoked     boolean DEFAULT false,
parent      varchar(255),  -- previous token value, for rotation family tracking
created_at  timestamptz DEFAULT now(),
updated_at  timestamptz DEFAULT now()
);
CREATE INDEX IF NOT EXISTS refresh_tokens_token_idx ON auth.refresh_tokens (token);
CREATE INDEX IF NOT EXISTS refresh_tokens_user_id_idx ON auth.refresh_tokens (user_id);
CREATE INDEX IF NOT EXISTS refresh_tokens_session_id_revoked_idx ON auth.refresh_tokens (session_id, revoked);
CREATE TABLE IF NOT EXISTS auth.identities (
id              uuid PRIMARY KEY,  -- app-generated UUID
provider        text NOT NULL,
provider_id     text NOT NULL,     -- external provider's user ID (e.g. Google sub claim)
user_id         uuid NOT NULL REFERENCES auth.users(id) ON DELETE CASCADE,
identity_data   jsonb NOT NULL DEFAULT '{}'::jsonb,
email           varchar(255) GENERATED ALWAYS AS (lower(identity_data->>'email')) STORED,
last_sign_in_at timestamptz,
created_at      timestamptz DEFAULT now(),
updated_at      timestamptz DEFAULT now(),
UNIQUE (provider, provider_id)
);
CREATE INDEX IF NOT EXISTS identities_user_id_idx ON auth.identities (user_id);
CREATE INDEX IF NOT EXISTS identities_email_idx ON auth.identities (email);
CREATE TABLE IF NOT EXISTS auth.flow_state (
id                     uuid PRIMARY KEY,  -- app-generated UUID
user_id                uuid,
auth_code              text,
authentication_method  text NOT NULL,
code_challenge_method  text CHECK (code_challenge_method IN ('s256', 'plain')),
code_challenge         text,
provider_type          text NOT NULL,
provider_access_token  text,
provider_refresh_token text,
auth_code_issued_at    timestamptz,
invite_token           text,
referrer               text,
oauth_client_state_id  uuid,
linking_target_id      uuid,
email_optional         boolean NOT NULL DEFAULT false,
created_at             timestamptz DEFAULT now(),
updated_at             timestamptz DEFAULT now()
);
CREATE INDEX IF NOT EXISTS idx_auth_code ON auth.flow_state (auth_code);
CREATE INDEX IF NOT EXISTS idx_user_id_auth_method ON auth.flow_state (user_id, authentication_method);
CREATE INDEX IF NOT EXISTS flow_state_created_at_idx ON auth.flow_state (created_at);
CREATE TABLE IF NOT EXISTS auth.audit_log_entries (
id          uuid PRIMARY KEY,  -- app-generated UUID
payload     json,
created_at  timestamptz DEFAULT now(),
ip_address  varchar(64) DEFAULT ''
);