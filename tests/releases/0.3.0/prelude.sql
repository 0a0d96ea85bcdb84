-- This file makes what every hosted Supabase project has before its first migration runs, as far as our migrations and
-- clients use it. It runs as superuser at every start. It adds what is missing, and takes back the rights that release
-- 0.1.0 should not have given. Everything else that is already there stays as it is, above all an operator's own role
-- settings.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('postgres', 'login createdb createrole bypassrls replication'),
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      -- Ours alone: the connection of the embedded table API and auth. It inherits, for the API reads the catalogue
      -- as this role before it becomes the user's.
      ('embedded_api', 'login inherit')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end $$;

grant anon, authenticated, service_role to authenticator, postgres, embedded_api;
-- On hosted projects, `postgres` owns nothing on `realtime.messages`, and makes its policies there through the
-- extension supautils (supabase/realtime: 20260707120000_restrict_realtime_schema). Release 0.1.0 made it a member.
revoke supabase_realtime_admin from postgres;
do $$ begin execute format('grant create on database %I to postgres', current_database()); end $$;

-- How long a statement and the wait for a lock may take (supabase/postgres: 00000000000000-initial-schema,
-- 20221028101028_set_authenticator_timeout, 20231130133139_set_lock_timeout_to_authenticator_role). `service_role` has
-- no settings of its own, so it gets the authenticator's. On hosted projects, the authenticator also loads safeupdate.
-- tests/lint/unfiltered-writes stands in for it.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('authenticator', 'statement_timeout', '8s'),
      ('authenticator', 'lock_timeout', '8s')
    ) as settings (role, name, value)
  loop
    if not exists (
      select from pg_roles r, unnest(r.rolconfig) setting
      where r.rolname = wanted.role and split_part(setting, '=', 1) = wanted.name
    ) then
      execute format('alter role %I set %I = %L', wanted.role, wanted.name, wanted.value);
    end if;
  end loop;
end $$;

-- public: new objects are granted to nobody. See https://supabase.com/changelog of 28 April 2026. The rule holds for
-- new projects since 30 May 2026, and for all since 30 October 2026. Release 0.1.0 still granted everything.
-- A database that came from PostgreSQL 14 lets every role make functions here, which our own statements might call.
revoke create on schema public from public;
grant usage, create on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on tables
  from public, anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on functions
  from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on sequences
  from public, anon, authenticated, service_role;
-- On somebody's own PostgreSQL, defaults may grant more, in every schema. What is made from here on has none of it.
alter default privileges for role current_user, postgres revoke all on tables
  from public, anon, authenticated, service_role;
alter default privileges for role current_user, postgres revoke all on sequences
  from public, anon, authenticated, service_role;
alter default privileges for role current_user, postgres revoke all on schemas
  from public, anon, authenticated, service_role;
alter default privileges for role current_user, postgres revoke all on functions
  from anon, authenticated, service_role;

-- extensions
create schema if not exists extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- auth: the auth library makes the tables, before this file runs (see migrate.ts). The functions are the hosted
-- definitions.
revoke all on schema auth from public;
revoke all on all tables in schema auth from public, anon, authenticated;
grant usage on schema auth to anon, authenticated, service_role, postgres, embedded_api;
grant select, insert, update, delete on all tables in schema auth to embedded_api, supabase_auth_admin, service_role;
grant all on all tables in schema auth to postgres with grant option;

-- Only ours: the secrets that the sessions belong to (supabase/embedded/auth/replaced-secrets.ts)
create table if not exists auth.secrets_mark (one boolean primary key default true check (one), mark text not null);
revoke all on auth.secrets_mark from embedded_api, supabase_auth_admin, service_role, postgres;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- realtime
create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, postgres;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default now(),
  inserted_at timestamp without time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
do $$
begin
  if has_table_privilege('postgres', 'realtime.messages', 'delete') then
    revoke all on realtime.messages from postgres;
  end if;
end $$;
grant select, insert, update on realtime.messages to postgres;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  generated_id uuid := gen_random_uuid();
begin
  -- As hosted: a message that cannot be sent never fails the write that caused it.
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      generated_id,
      case when payload ? 'id' then payload else payload || jsonb_build_object('id', generated_id) end,
      event, topic, private, 'broadcast'
    );
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end $$;

-- Only ours: hosted Realtime reads new messages from the log. The embedded one is told their ids.
create or replace function realtime.embedded_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end $$;
create or replace trigger embedded_notify after insert on realtime.messages
  for each row execute function realtime.embedded_notify();

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end $$;

-- The migrations that ran, with their text
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
