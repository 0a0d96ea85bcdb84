-- The schema that no client reaches: the table API exposes `public` only, and nothing below is granted but what a policy
-- or an invoker's function needs.

create extension if not exists "uuid-ossp" with schema extensions;

create schema private;
grant usage on schema private to authenticated, service_role;

create table private.server (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid(),
  invitations_an_hour integer not null default 20 check (invitations_an_hour > 0),
  invitations_an_address integer not null default 5 check (invitations_an_address > 0)
);
comment on table private.server is 'One row. A new epoch tells every device that the server''s past changed (a backup was restored).';
comment on column private.server.invitations_an_hour is 'Invitations, and mails that repeat one, that a user may send in an hour.';
comment on column private.server.invitations_an_address is 'Invitations, and mails that repeat one, that an address may get in a day, whoever sends them.';
insert into private.server default values;

create function private.epoch() returns uuid
language sql stable security definer set search_path = '' as $$
  select epoch from private.server
$$;

create function private.protocol() returns integer
language sql immutable as $$ select 4 $$;
comment on function private.protocol is 'Equals PROTOCOL_VERSION of sync/protocol.ts.';

create function private.iso(p_at timestamptz) returns text
language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
comment on function private.iso is 'The one form of a moment on the wire, as Date.toISOString() writes it, so that text order is time order.';

create function private.name_id(p_name text) returns uuid
language sql immutable as $$
  select extensions.uuid_generate_v5('8c3e5b0a-6f0e-5d0a-9a50-6d1c0c5f7e11', p_name)
$$;
comment on function private.name_id is 'A UUIDv5 in the product''s namespace: two devices that make the same thing offline give it the same id.';

create function private.as_uuid(p_text text) returns uuid
language sql immutable as $$
  select case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end
$$;

create function private.refuse(p_code text, p_reason text, p_message text) returns void
language plpgsql as $$
begin
  raise exception using errcode = p_code, message = p_message, detail = p_reason;
end $$;
comment on function private.refuse is
  'Raises PTxxx, which the table API answers as HTTP status xxx; the detail is one of the reasons of src/domain/verdicts.ts or of send-invitation.';

create function private.check_user(p_user uuid) returns void
language plpgsql stable as $$
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'unauthorized', 'Please log in first.');
  elsif p_user is distinct from auth.uid() then
    perform private.refuse('PT403', 'forbidden_user', 'This device''s data belongs to another user.');
  end if;
end $$;
comment on function private.check_user is 'Refuses a call that was made for somebody else than who is signed in.';

create function private.email_of(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = p_user
$$;

revoke all on all functions in schema private from public;
grant execute on function private.epoch, private.protocol, private.iso, private.name_id, private.as_uuid, private.refuse, private.check_user,
  private.email_of to authenticated, service_role;
