-- Which accounts a push locks: those that its user may write, and, shortly, those where they are a guest.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Locks those of the accounts that the caller may write, and those in which the mutations do what a guest may. In
-- sorted order, so that pushes wait for each other and never in a ring (S48f). Raises PT413.
CREATE OR REPLACE FUNCTION private.lock_accounts(p_accounts uuid[], p_mutations jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written uuid[] := array(select unnest(p_accounts) intersect select private.my_accounts('member'));
  visited uuid[] := '{}';
  one uuid;
begin
  if not p_accounts <@ written then
    visited := private.bearable(p_mutations, array(select private.visited_by(p_mutations) except select unnest(written)));
  end if;
  if visited = '{}' then
    perform from private.account_log where account_id = any (written) order by account_id for update;
  else
    -- One after the other, in the same order: after a log that is held as a guest, this waits for nobody.
    foreach one in array array(select a from unnest(written || visited) a order by a) loop
      perform from private.account_log where account_id = one for update;
      if one = any (visited) then perform private.begin_visit(); end if;
    end loop;
    perform set_config('carryover.unseen',
      array(select unnest(visited) except select private.my_seen_accounts())::text, true);
  end if;
  -- After the logs, as the balances are written in the end. Were a savepoint the first to lock them, for a foreign key,
  -- each push would make a multixact.
  perform from public.accounts where account_id = any (written || visited) order by account_id for no key update;
  perform private.hold(written || visited);
end $function$;
grant execute on function private.lock_accounts(p_accounts uuid[], p_mutations jsonb) to authenticated;

-- The accounts in which these mutations do what a guest may: answer an invitation, leave, lead a budget, contribute.
-- They may be accounts of the caller, too.
CREATE OR REPLACE FUNCTION private.visited_by(p_mutations jsonb)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  budgets text[] := array(select private.my_budget_keys());
  led text[] := array(select private.my_budget_keys('admin'));
  named uuid[];
begin
  return query
    select i.account_id from private.operations_of(p_mutations) op
      join public.invitations i on i.invitation_id = private.as_uuid(op #>> '{arguments,id}')
    where i.status = 'pending' and (
      (op ->> 'name' in ('invitation.accept', 'invitation.decline') and i.email = private.my_email())
      or (op ->> 'name' = 'invitation.revoke' and i.account_id || '/' || i.budget_id = any (led)))
    union
    select m.account_id from private.operations_of(p_mutations) op
      join public.memberships m on m.membership_id = private.as_uuid(op #>> '{arguments,id}')
    where (op ->> 'name' in ('membership.leave', 'membership.remove') and m.user_id = auth.uid())
      or (op ->> 'name' in ('membership.remove', 'membership.change_role')
        and m.account_id || '/' || m.budget_id = any (led));
  if budgets = '{}' then return; end if;
  named := array(select private.as_uuid(coalesce(op ->> 'id', op #>> '{row,id}'))
    from private.operations_of(p_mutations) op where op ->> 'table' = 'transactions');
  return query
    select m.account_id from private.operations_of(p_mutations) op
      join public.memberships m on m.user_id = auth.uid() and m.target = 'budget'
        and m.account_id::text = coalesce(op #>> '{row,accountId}', op #>> '{after,accountId}')
        and m.budget_id::text = coalesce(op #>> '{row,budgetId}', op #>> '{after,budgetId}')
    where op ->> 'table' = 'transactions'
    union
    select t.account_id from public.transactions t
    where t.transaction_id = any (named) and t.created_by = auth.uid()
      and t.account_id || '/' || t.budget_id = any (budgets)
    union
    -- An edit may bring back what they contributed.
    select removed.account_id from unnest(named) one (id), lateral (
      select c.account_id, c.before from private.changes c
      where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions' offset 0) removed
    where removed.before ->> 'userId' = auth.uid()::text
      and removed.account_id || '/' || (removed.before ->> 'budgetId') = any (budgets);
end $function$;

-- The accounts in which these mutations write as those of a guest, if they do not hold them for long. Raises PT413
-- otherwise, so that a device sends less. No device makes one mutation of that kind: none, so it is refused.
CREATE OR REPLACE FUNCTION private.bearable(p_mutations jsonb, p_visited uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  limits record := private.push_limits();
  is_one boolean := jsonb_array_length(p_mutations) = 1;
begin
  if p_visited = '{}' or not exists (
    select from private.operations_of(p_mutations) op
    having count(*) > case when is_one then limits.operations else limits.operations_of_guest end
      or bool_or(private.is_wide(op)))
  then
    return p_visited;
  end if;
  if not is_one then
    perform private.refuse('PT413', 'too_many', 'Too much in one push that writes as a guest of an account.');
  end if;
  return '{}';
end $function$;

-- Whether an operation may write more rows than the one that it names.
CREATE OR REPLACE FUNCTION private.is_wide(p_operation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(private.is_rename(p_operation)
    or (p_operation ->> 'kind' = 'delete' and p_operation ->> 'table' <> 'transactions'), false)
$function$;
grant execute on function private.is_wide(p_operation jsonb) to authenticated;

-- The operations of all these mutations.
CREATE OR REPLACE FUNCTION private.operations_of(p_mutations jsonb)
 RETURNS SETOF jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select op from jsonb_array_elements(p_mutations) m, jsonb_array_elements(m -> 'operations') op
$function$;
grant execute on function private.operations_of(p_mutations jsonb) to authenticated;

-- For who holds an account's log as a guest. From now on they wait for nobody: else a second push, in an account of
-- their own, would hold the first one and with it the account.
CREATE OR REPLACE FUNCTION private.begin_visit()
 RETURNS void
 LANGUAGE sql
AS $function$
  select set_config('lock_timeout', '200ms', true)
$function$;

-- Whether this transaction holds the account's log already, or its user writes there as a member.
CREATE OR REPLACE FUNCTION private.may_hold(p_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(p_account = any (nullif(current_setting('carryover.held', true), '')::uuid[]), false)
    or p_account in (select private.my_accounts('member'))
$function$;

-- Notes that this transaction holds the logs of these accounts.
CREATE OR REPLACE FUNCTION private.hold(p_accounts uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select set_config('carryover.held',
    (coalesce(nullif(current_setting('carryover.held', true), '')::uuid[], '{}') || p_accounts)::text, true)
$function$;
