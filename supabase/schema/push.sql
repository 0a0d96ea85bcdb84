-- Push: how sync_push locks, batches and decides mutations.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Carries out a device's mutations in their order and answers a verdict on each (S2a, S3). p_mutations: PushMutations,
-- answer: PushAnswer of sync/protocol.ts. It first locks every account that the mutations reach, in one order, so two
-- pushes never wait for each other in a ring. A row may move to another account before the locks are there; then the
-- push asks for a retry. A mutation that comes again gets its old verdict from the ledger, so nothing is done twice.
-- Numbers, balances and hints are written once, at the end. Runs with the caller's rights. Raises PT401, PT403, PT413,
-- PT426; 40001 and 40P01 ask for a retry.
CREATE OR REPLACE FUNCTION public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  named record;
  locked uuid[];
  known jsonb;
  batch record;
  mutation jsonb;
  verdicts jsonb[];
  decided jsonb[] := '{}';
  fresh jsonb[] := '{}';
begin
  perform private.check_caller(p_user, p_schema);
  perform private.check_size(p_mutations);
  named := private.find_named(p_mutations);
  locked := named.accounts || private.accounts_of(named.rows, named.called, named.all_owned);
  perform private.lock_accounts(locked, p_mutations);
  if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then
    raise serialization_failure using message = 'A row moved to another account at the same moment.';
  end if;
  known := private.known_verdicts(p_mutations);
  perform set_config('carryover.push', 'on', true);
  for batch in select * from private.batches(p_mutations, known) loop
    verdicts := case when batch.together
        and not exists (select from unnest(batch.mutations) m where private.is_too_large(m))
      and not private.names_renamed(batch.mutations, named.accounts)
      then private.push_together(batch.mutations) end;
    if verdicts is null then
      foreach mutation in array batch.mutations loop
        fresh := fresh || private.decide(mutation);
      end loop;
    else
      fresh := fresh || verdicts;
    end if;
    decided := decided || batch.mutations;
  end loop;
  perform private.check_weight(decided, fresh);
  perform private.remember(decided, fresh);
  perform private.settle();
  perform set_config('carryover.push', '', true), set_config('carryover.edited_at', '', true),
    set_config('carryover.device', '', true), set_config('carryover.action', '', true),
    set_config('carryover.undoes', '', true), set_config('carryover.cursors', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'verdicts', private.verdicts_as_spoken(fresh));
end $function$;
grant execute on function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb) to authenticated;

-- What the mutations name: accounts that rows would come into, rows that are there, invitations and memberships;
-- all_owned: all accounts of the user.
CREATE OR REPLACE FUNCTION private.find_named(p_mutations jsonb, OUT accounts uuid[], OUT rows uuid[], OUT called uuid[], OUT all_owned boolean)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  account_names text[];
begin
  select array_agg(distinct op #>> '{row,accountId}') || array_agg(distinct op #>> '{after,accountId}')
      || array_agg(distinct op #>> '{arguments,accountId}') 
        filter (where private.is_rename(op) or private.is_occurrence(op)),
    array_agg(private.as_uuid(op ->> 'id')) filter (where op ? 'id'),
    array_agg(private.as_uuid(op #>> '{arguments,id}')) filter (where op ->> 'kind' = 'call'),
    -- v0.1.0 renames in all that the user owns. When several accounts go, an heir may go before its turn to inherit.
    bool_or(op ->> 'name' = 'category.rename' and op #>> '{arguments,accountId}' is null)
      or count(*) filter (where op ->> 'table' = 'accounts' and op ->> 'kind' = 'delete') > 1
  into account_names, rows, called, all_owned
  from jsonb_array_elements(p_mutations) m, jsonb_array_elements(m -> 'operations') op;
  accounts := array(select private.as_uuid(name) from unnest(account_names) name);
end $function$;
grant execute on function private.find_named(p_mutations jsonb, OUT accounts uuid[], OUT rows uuid[], OUT called uuid[], OUT all_owned boolean) to authenticated;

-- The accounts that what private.find_named found is in now, as far as the caller may read it.
CREATE OR REPLACE FUNCTION private.accounts_of(p_rows uuid[], p_called uuid[], p_all_owned boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  -- A day offline names no row that is there.
  if p_rows is null and p_called is null and p_all_owned is not true then return '{}'; end if;
  return array(
    select t.account_id from public.transactions t where t.transaction_id = any (p_rows)
    union select removed from private.removed_from(p_rows) removed
    union select c.account_id from public.categories c where c.category_id = any (p_rows)
    union select b.account_id from public.budgets b where b.budget_id = any (p_rows)
    union select r.account_id from public.reconciliations r where r.reconciliation_id = any (p_rows)
    union select i.account_id from public.imports i where i.import_id = any (p_rows)
    union select s.account_id from public.schedules s where s.schedule_id = any (p_rows)
    union select a.account_id from public.accounts a where a.account_id = any (p_rows)
    union select heir from private.heir_of(p_rows) heir where heir is not null
    union select i.account_id from public.invitations i where i.invitation_id = any (p_called)
    union select m.account_id from public.memberships m where m.membership_id = any (p_called)
    union select a.account_id from public.accounts a where p_all_owned and a.owner_id = auth.uid());
end $function$;
grant execute on function private.accounts_of(p_rows uuid[], p_called uuid[], p_all_owned boolean) to authenticated;

-- Every account whose log a push of the signed-in user may have to lock.
CREATE OR REPLACE FUNCTION private.my_reach()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select private.my_accounts()
    union select m.account_id from public.memberships m where m.user_id = auth.uid() and m.target = 'budget'
    union select i.account_id from public.invitations i where i.email = private.my_email() and i.status = 'pending';
end $function$;
grant execute on function private.my_reach() to authenticated;
grant execute on function private.my_reach() to service_role;

-- The mutations that are not known, each once, in their order; together: several that follow each other and only add
-- transactions.
CREATE OR REPLACE FUNCTION private.batches(p_mutations jsonb, p_known jsonb)
 RETURNS TABLE(mutations jsonb[], together boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  other_work constant jsonpath :=
    '$.operations[*] ? (@.kind != "insert" || @.table != "transactions" || !exists(@.row) || exists(@.key)
      || exists(@.scheduleId))';
begin
  -- A day offline: nothing but new transactions, none of them known.
  if p_known = '{}' and (
    select count(distinct m ->> 'id') = count(*) and not bool_or(jsonb_path_exists(m, other_work))
    from jsonb_array_elements(p_mutations) m
  ) then
    return query select array(select jsonb_array_elements(p_mutations)), jsonb_array_length(p_mutations) > 1;
    return;
  end if;
  return query
    select array_agg(m order by n), adds and count(*) > 1
    from (
      select m, n, adds, n - row_number() over (partition by adds order by n) as island from (
        select distinct on (m ->> 'id') m, n, not jsonb_path_exists(m, other_work) as adds
        from jsonb_array_elements(p_mutations) with ordinality ms (m, n) where not p_known ? (m ->> 'id')
        order by m ->> 'id', n) undecided
      ) islands
    group by adds, island order by min(n);
end $function$;
grant execute on function private.batches(p_mutations jsonb, p_known jsonb) to authenticated;

-- Verdicts of mutations that only add transactions, done as one statement: twenty times as fast. Null when one of them
-- is refused; then each is decided alone.
CREATE OR REPLACE FUNCTION private.push_together(p_mutations jsonb[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
AS $function$
declare
  counters jsonb := private.counters();
  result private.outcome;
  verdict jsonb;
  one_account boolean;
begin
  result := private.push_insert('transactions', array(
    select op -> 'row' from unnest(p_mutations) m, jsonb_array_elements(m -> 'operations') op));
  result.versions := result.versions || private.numbers_since(counters);
  one_account := (select count(*) = 1 from jsonb_object_keys(result.versions));
  verdict := jsonb_build_object('id', null, 'status', 'applied', 'versions', result.versions);
  return array(
    select jsonb_set(case when one_account then verdict else jsonb_set(verdict, '{versions}', (
      select jsonb_object_agg(account, result.versions -> account)
      from (select distinct o #>> '{row,accountId}' as account from jsonb_array_elements(m -> 'operations') o) accounts)) end, '{id}', m -> 'id')
    from unnest(p_mutations) m);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  return null;
end $function$;
grant execute on function private.push_together(p_mutations jsonb[]) to authenticated;

-- The verdict on one mutation. A refusal undoes the whole mutation; an error that is no answer to the data is raised.
CREATE OR REPLACE FUNCTION private.decide(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  reason text;
begin
  if private.is_too_large(p_mutation) then
    perform private.refuse('PT413', 'invalid', 'At most 1,000 operations a mutation.');
  end if;
  if private.spoken_protocol() < 6 and private.names_schedules(p_mutation) then
    perform private.refuse('PT400', 'invalid', 'This version of the app knows no schedules.');
  end if;
  if p_mutation -> 'apart' = 'true' then return private.push_apart(p_mutation); end if;
  return private.carry_out(p_mutation);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  get stacked diagnostics reason = pg_exception_detail;
  return private.refusal(sqlstate, reason, sqlerrm) || jsonb_build_object('id', p_mutation -> 'id');
end $function$;
grant execute on function private.decide(p_mutation jsonb) to authenticated;

-- For what looks at the rows before private.push_mutation does.
CREATE OR REPLACE FUNCTION private.begin_mutation(p_mutation jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select
    set_config('carryover.edited_at', least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp())::text, true),
    set_config('carryover.device', coalesce((p_mutation ->> 'device')::uuid::text, ''), true),
    set_config('carryover.device_number', coalesce(p_mutation ->> 'number', ''), true),
    set_config('carryover.action', coalesce(p_mutation ->> 'action', p_mutation ->> 'id')::uuid::text, true),
    set_config('carryover.undoes', coalesce((p_mutation ->> 'undoes')::uuid::text, ''), true),
    set_config('carryover.cursors', coalesce(p_mutation ->> 'cursors', ''), true);
$function$;
grant execute on function private.begin_mutation(p_mutation jsonb) to authenticated;

-- Carries out the operations of one mutation step by step, and joins what became of them into one verdict. Operations
-- of one kind on different transactions are one step, because row by row costs several times as much.
CREATE OR REPLACE FUNCTION private.push_mutation(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  id text := p_mutation ->> 'id';
  edited_at timestamptz := least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp());
  counters jsonb := private.counters();
  step record;
  result private.outcome := (null, '{}', null, '{}');
begin
  perform private.begin_mutation(p_mutation), set_config('carryover.sides', '{}', true);
  -- Operations of one kind on one table that follow each other are one step: n and their own count rise together. An
  -- operation waits for an earlier one on the same transaction.
  for step in
    select kind, of_table, array_agg(op order by n) as operations
    from (
      select *, row_number() over (partition by kind, of_table, run, row_id order by n) as turn
      from (
        select op, n, op ->> 'kind' as kind, op ->> 'table' as of_table,
          case when op ->> 'kind' <> 'insert' then private.as_uuid(coalesce(op ->> 'id', op #>> '{row,id}')) end
            as row_id,
          n - row_number() over (partition by op ->> 'kind', op ->> 'table' order by n) as run
        from jsonb_array_elements(p_mutation -> 'operations') with ordinality o (op, n)) operations) turns
    group by kind, of_table, run, case when kind = 'insert' then 0 when of_table = 'transactions' then turn else n end
    order by min(n)
  loop
    result := private.joined(result, private.push_step(step.kind, step.of_table, step.operations, edited_at));
  end loop;
  perform private.check_sides(), set_config('carryover.sides', '', true);
  -- What took a number just now counts before what was already there.
  result.versions := result.versions || private.numbers_since(counters);
  if result.superseded is null then
    return jsonb_build_object('id', id, 'status', 'applied', 'versions', result.versions);
  end if;
  return jsonb_build_object('id', id, 'status', 'superseded', 'reason', result.superseded, 'kept', result.kept,
    'by', private.email_of(result.kept_by), 'versions', result.versions);
end $function$;
grant execute on function private.push_mutation(p_mutation jsonb) to authenticated;
