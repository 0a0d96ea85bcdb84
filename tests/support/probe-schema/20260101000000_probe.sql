-- A table and functions for tests of the table API alone, without the app's own schema.
create table public.probe (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid(),
  label text,
  amount numeric(14,2) constraint amount_positive check (amount > 0),
  secret text,
  at timestamptz not null default now(),
  local timestamp not null default timestamp '2026-03-31 10:00:00',
  data jsonb not null default '{}'
);
alter table public.probe enable row level security;
create policy probe_own on public.probe for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
grant select (id, owner, label, amount, at, local, data), insert, update, delete on public.probe to authenticated;
grant all on public.probe to service_role;
alter publication supabase_realtime add table public.probe;

create policy probe_hear on realtime.messages for select to authenticated
  using (realtime.topic() = 'user:' || (select auth.uid()));
create policy probe_speak on realtime.messages for insert to authenticated
  with check (realtime.topic() = 'user:' || (select auth.uid()));

-- The remote call's short way answers this (one value), and the library does (rows).
create function public.probe_value(p jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', jsonb_typeof(p), 'value', p)
$$;
create function public.probe_rows(p jsonb) returns table (kind text, value jsonb) language sql stable as $$
  select jsonb_typeof(p), p
$$;
create function public.probe_defaults(a int, b text default 'b', c uuid[] default '{}')
returns text language sql stable as $$
  select a || b || cardinality(c)
$$;
create function public.probe_caller() returns jsonb language sql stable as $$
  select jsonb_build_object('uid', auth.uid(), 'email', auth.email(), 'role', auth.role(), 'sub', auth.jwt() ->> 'sub')
$$;
create function public.probe_fail(code text) returns void language plpgsql as $$
begin
  raise exception using errcode = code, message = 'the message', detail = 'the detail', hint = 'the hint';
end $$;
create function public.probe_fail_rows(code text) returns setof text language plpgsql as $$
begin
  perform public.probe_fail(code);
end $$;
create function public.probe_nothing() returns void language sql as '';
create function public.probe_forbidden() returns int language sql as 'select 1';
revoke execute on function public.probe_forbidden() from public, anon, authenticated;

-- The settings of a request's transaction: by the library's way for tables, for rows, and by the remote call's short
-- way.
create view public.probe_limits as
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock;
grant select on public.probe_limits to anon, authenticated, service_role;
create function public.probe_limits_value() returns json language sql stable as $$
  select to_json(l) from public.probe_limits l
$$;
create function public.probe_limits_rows() returns setof public.probe_limits language sql stable as $$
  select * from public.probe_limits
$$;

create function public.probe_sleep(seconds float) returns void language sql as 'select pg_sleep(seconds)';
create function public.probe_sleep_rows(seconds float) returns setof text language sql as $$
  select 'slept' from pg_sleep(seconds)
$$;
create function public.probe_sleep_longer(seconds float) returns void language sql set statement_timeout = '20s'
  as 'select pg_sleep(seconds)';
create function public.probe_sleep_longer_rows(seconds float) returns setof text
language sql set statement_timeout = '20s' as $$
  select 'slept' from pg_sleep(seconds)
$$;
