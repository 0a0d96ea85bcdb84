-- What the sign-in settings need beyond the calls of the auth service: the caller's sessions, the end of one of them,
-- and the deletion of the caller's login with all that is theirs. The auth service of a hosted project has none of
-- these.

create function private.session_id() returns uuid
language sql stable as $$
  select private.as_uuid(auth.jwt() ->> 'session_id')
$$;
comment on function private.session_id is 'The session of the caller''s access token; null without one.';

create function public.my_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_user(auth.uid());
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', s.id,
      'startedAt', s.created_at,
      'usedAt', greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'UTC'),
      'userAgent', s.user_agent,
      'isThis', s.id is not distinct from private.session_id()
    ) order by s.created_at)
    from auth.sessions s where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())), '[]');
end $$;
comment on function public.my_sessions is
  'The caller''s open sessions: when each began and was last used, and the browser that used it, as far as the auth service noted it.';

create function public.end_session(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_user(auth.uid());
  delete from auth.sessions s where s.id = p_id and s.user_id = auth.uid();
  return found;
end $$;
comment on function public.end_session is
  'Ends one of the caller''s sessions, with its refresh tokens. False when the caller has no such session.';

create function public.delete_my_login() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.check_user(me);
  -- Somebody who finds a device open must not delete what its owner has.
  if not exists (
    select from auth.sessions s
    where s.id = private.session_id() and s.user_id = me and s.created_at > now() - interval '10 minutes'
  ) then
    perform private.refuse('PT403', 'log_in_again', 'Log in again, then delete your login within ten minutes.');
  end if;
  -- Nobody joins one of the accounts between the look and the deletion.
  perform from private.account_log l
  where l.account_id in (select a.account_id from public.accounts a where a.owner_id = me) order by l.account_id for update;
  if exists (
    select from public.accounts a join public.memberships m using (account_id) where a.owner_id = me and m.user_id <> me
  ) then
    perform private.refuse('PT409', 'shared_accounts',
      'You own accounts that others use. Hand them over, remove the others, or delete the accounts first.');
  end if;
  -- The triggers keep somebody from deleting their last account. Nobody is left here who would need one.
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  if has_table_privilege('auth.audit_log_entries', 'delete') then
    delete from auth.audit_log_entries e where e.payload ->> 'actor_id' = me::text;
  end if;
  delete from auth.users u where u.id = me;
end $$;
comment on function public.delete_my_login is
  'Deletes the caller, their accounts and memberships (private.forget_user says what stays). It needs a log-in of the last ten '
  'minutes, and is refused while others use an account that the caller owns.';
-- An account may hold very many rows.
alter function public.delete_my_login set statement_timeout = '60s';

revoke all on function private.session_id from public;
revoke all on function public.my_sessions, public.end_session, public.delete_my_login from public, anon, service_role;
grant execute on function public.my_sessions, public.end_session, public.delete_my_login to authenticated;
