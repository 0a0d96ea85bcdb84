-- The server speaks its own protocol and that of release 0.1.0, which is 4. To the older one, every answer has only
-- what that release's schemas accept.

create or replace function private.protocol() returns integer
language sql immutable as $$ select 5 $$;

create function private.oldest_protocol() returns integer
language sql immutable as $$ select 4 $$;
comment on function private.oldest_protocol is 'The oldest protocol that the server still speaks.';

-- A device whose protocol the server does not speak has to know which of the two is older. The server of release 0.1.0
-- did not say, and devices take silence for an older server.
create or replace function private.check_caller(p_user uuid, p_protocol integer) returns void
language plpgsql stable as $$
begin
  perform private.check_user(p_user);
  if p_protocol is null or p_protocol not between private.oldest_protocol() and private.protocol() then
    raise exception using errcode = 'PT426', detail = 'upgrade_required',
      message = 'This version of the app and the server do not understand each other.',
      hint = array_to_json(array(select generate_series(private.oldest_protocol(), private.protocol())))::text;
  end if;
  perform set_config('carryover.protocol', p_protocol::text, true);
end $$;
comment on function private.check_caller is
  'Refuses a call for another user, and one of a protocol that the server does not speak; the hint then lists those it does, as JSON.';

create function private.spoken_protocol() returns integer
language sql stable as $$
  select coalesce(nullif(current_setting('carryover.protocol', true), '')::integer, private.oldest_protocol())
$$;
comment on function private.spoken_protocol is 'The protocol of this call, as private.check_caller noted it.';

revoke all on function private.oldest_protocol, private.spoken_protocol from public;
grant execute on function private.oldest_protocol, private.spoken_protocol to authenticated, service_role;
