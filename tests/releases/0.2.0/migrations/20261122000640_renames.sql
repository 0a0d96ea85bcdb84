-- Renames and merges of categories are logged. So a name that somebody entered before they knew of a rename is carried
-- along to the name that it has now.

create table private.renames (
  account_id uuid not null references private.account_log on delete cascade,
  version bigint not null,
  type text not null check (type in ('income', 'expense')),
  from_name text not null,
  to_name text not null,
  device uuid,
  at timestamptz not null default clock_timestamp(),
  primary key (account_id, version)
);
comment on table private.renames is
  'In each account of the owner who renamed. Kept a year. Each takes a number of the account''s log, so a cursor tells whether a device knows it.';
comment on column private.renames.at is 'When the rename reached the server: nobody else knew of it before.';
create index renames_name on private.renames (account_id, type, from_name);
create index renames_at on private.renames (at);

create function private.log_rename(p_accounts uuid[], p_type text, p_from text, p_to text) returns void
language sql security definer set search_path = '' as $$
  insert into private.renames (account_id, version, type, from_name, to_name, device)
  select one, private.next_version(one), p_type, p_from, p_to, private.device()
  from unnest(p_accounts) one where p_from <> p_to and one in (select private.my_accounts('owner'))
$$;

create function private.unknown_renames(p_account uuid, p_type text, p_cursors jsonb, p_edited_at timestamptz, p_device uuid)
returns setof private.renames
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select * from private.renames r
  where r.account_id = p_account and r.type = p_type
    and (p_device is null or r.device is distinct from p_device)
    and case when p_cursors ? p_account::text then r.version > (p_cursors ->> p_account::text)::bigint else r.at > p_edited_at end;
end $$;
comment on function private.unknown_renames is
  'The renames that the author of a mutation did not know. Without a cursor of the account, time decides: protocol 4 sends none.';

create function private.carried(
  p_account uuid, p_type text, p_name text, p_cursors jsonb, p_edited_at timestamptz, p_device uuid
) returns text
language plpgsql stable as $$
declare
  step record;
begin
  for step in
    select r.from_name, r.to_name from private.unknown_renames(p_account, p_type, p_cursors, p_edited_at, p_device) r order by r.version
  loop
    if p_name = step.from_name then p_name := step.to_name; end if;
  end loop;
  return p_name;
end $$;
comment on function private.carried is 'The name that a category has now which its author knew as p_name.';

create function private.carried_name(p_account uuid, p_type text, p_name text) returns text
language sql stable as $$
  select private.carried(p_account, p_type, p_name, nullif(current_setting('carryover.cursors', true), '')::jsonb,
    private.edited_at(), private.device())
$$;
comment on function private.carried_name is 'The same for a name in the mutation that is being carried out.';


create or replace function private.push_call(p_name text, p_arguments jsonb) returns private.outcome
language plpgsql as $$
declare
  id uuid := p_arguments ->> 'id';
begin
  case p_name
    when 'category.rename' then
      return private.rename_category(p_arguments ->> 'type', p_arguments ->> 'from', p_arguments ->> 'to',
        (p_arguments ->> 'accountId')::uuid);
    when 'invitation.accept' then
      return (null, '{}', null, private.answer_invitation(id, 'accepted'))::private.outcome;
    when 'invitation.decline' then
      return (null, '{}', null, private.answer_invitation(id, 'declined'))::private.outcome;
    when 'invitation.revoke' then return private.revoke_invitation(id);
    when 'membership.leave' then return private.end_membership(id, true);
    when 'membership.remove' then return private.end_membership(id, false);
    when 'membership.change_role' then return private.change_role(id, p_arguments ->> 'role');
    when 'notice.read' then return private.read_notice(id);
    else raise invalid_parameter_value using message = format('There is no command %L.', p_name);
  end case;
end $$;

revoke all on function private.log_rename, private.unknown_renames, private.carried, private.carried_name
  from public;
grant execute on function private.log_rename, private.unknown_renames, private.carried, private.carried_name
  to authenticated;
