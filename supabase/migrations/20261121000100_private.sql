-- The schema that no client reaches: the table API exposes `public` only, and nothing below is granted but what a policy
-- or an invoker's function needs.

create extension if not exists "uuid-ossp" with schema extensions;

create schema private;
grant usage on schema private to authenticated, service_role;

create table private.server (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid()
);
comment on table private.server is 'One row. A new epoch tells every device that the server''s past changed (a backup was restored).';
insert into private.server default values;

create function private.epoch() returns uuid
language sql stable security definer set search_path = '' as $$
  select epoch from private.server
$$;

create function public.change_epoch() returns uuid
language sql security definer set search_path = '' as $$
  update private.server set epoch = gen_random_uuid() where one returning epoch
$$;
comment on function public.change_epoch is 'To be called once after a restore; every device then fetches its scopes afresh. Service role only.';
revoke all on function public.change_epoch from public, anon, authenticated;
grant execute on function public.change_epoch to service_role;

create function private.protocol() returns integer
language sql immutable as $$ select 2 $$;
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

create function private.email_of(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = p_user
$$;

revoke all on all functions in schema private from public;
grant execute on function private.epoch, private.protocol, private.iso, private.name_id, private.as_uuid, private.refuse, private.email_of
  to authenticated, service_role;
