-- Realtime only says "scope S is at N", on one private topic a person; what changed is fetched by sync_pull, under RLS.

create function private.send_hint(p_user uuid, p_scope text, p_version bigint) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('scope', p_scope, 'version', p_version), 'hint', 'user:' || p_user, true)
$$;

create function private.hint_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_hint(p.user_id, p.scope, n.version)
  from new_logs n join old_logs o using (account_id), lateral private.people(n.account_id) p
  where n.version > o.version;
  return null;
end $$;

create trigger after_update after update on private.account_log
  referencing old table as old_logs new table as new_logs
  for each statement execute function private.hint_people();

-- Some hosted projects refuse this to the role that migrates. Devices then ask for news; docs/hosting.md says what to do.
do $$
begin
  create policy "own hints" on realtime.messages for select to authenticated
    using (extension = 'broadcast' and realtime.topic() = 'user:' || (select auth.uid()));
exception when insufficient_privilege then
  raise warning 'Devices will not be told of news, for this project refuses the policy "own hints": docs/hosting.md, step 1';
end $$;

revoke all on all functions in schema private from public;
