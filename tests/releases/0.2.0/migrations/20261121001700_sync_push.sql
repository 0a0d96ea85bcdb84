-- sync_push: mutations in, one verdict each out. Runs with the rights of the caller, so RLS stays the one authority.

create function private.check_caller(p_user uuid, p_protocol integer) returns void
language plpgsql stable as $$
begin
  perform private.check_user(p_user);
  if p_protocol is distinct from private.protocol() then
    perform private.refuse('PT426', 'upgrade_required', 'This version of the app and the server do not understand each other.');
  end if;
end $$;

create function private.find_named(
  p_mutations jsonb, out accounts uuid[], out rows uuid[], out called uuid[], out all_owned boolean
)
language plpgsql immutable as $$
declare
  account_names text[];
begin
  select array_agg(distinct op #>> '{row,accountId}') || array_agg(distinct op #>> '{after,accountId}'),
    array_agg(private.as_uuid(op ->> 'id')) filter (where op ? 'id'),
    array_agg(private.as_uuid(op #>> '{arguments,id}')) filter (where op ->> 'kind' = 'call'),
    -- Deleting an account may move its categories; renaming one goes through all that the user owns.
    bool_or((op ->> 'table' = 'accounts' and op ->> 'kind' = 'delete') or op ->> 'name' = 'category.rename')
  into account_names, rows, called, all_owned
  from jsonb_array_elements(p_mutations) m, jsonb_array_elements(m -> 'operations') op;
  accounts := array(select private.as_uuid(name) from unnest(account_names) name);
end $$;
comment on function private.find_named is
  'What the mutations name: accounts that rows would come into, rows that are there, invitations and memberships; all_owned: all accounts of the user.';

create function private.accounts_of(p_rows uuid[], p_called uuid[], p_all_owned boolean) returns uuid[]
language plpgsql stable as $$
begin
  -- A day offline names no row that is there.
  if p_rows is null and p_called is null and p_all_owned is not true then return '{}'; end if;
  return array(
    select t.account_id from public.transactions t where t.transaction_id = any (p_rows)
    union select c.account_id from public.categories c where c.category_id = any (p_rows)
    union select b.account_id from public.budgets b where b.budget_id = any (p_rows)
    union select a.account_id from public.accounts a where a.account_id = any (p_rows)
    union select i.account_id from public.invitations i where i.invitation_id = any (p_called)
    union select m.account_id from public.memberships m where m.membership_id = any (p_called)
    union select a.account_id from public.accounts a where p_all_owned and a.owner_id = auth.uid());
end $$;
comment on function private.accounts_of is 'The accounts that what private.find_named found is in now, as far as the caller may read it.';

create function private.lock_accounts(p_accounts uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[] := array(select private.my_reach());
begin
  perform from private.account_log where account_id = any (p_accounts) and account_id = any (mine) order by account_id for update;
  -- After the logs, as the balances are written in the end. Were a savepoint the first to lock them, for a foreign key, each push would make a multixact.
  perform from public.accounts where account_id = any (p_accounts) and account_id = any (mine) order by account_id for no key update;
end $$;
comment on function private.lock_accounts is 'In sorted order, so that pushes wait for each other and never in a ring.';

create function private.payload_hash(p_mutation jsonb) returns bigint
language sql immutable as $$
  select jsonb_hash_extended(p_mutation -> 'operations', 0)
$$;
comment on function private.payload_hash is
  'Without editedAt: a device may have measured its clock again meanwhile. It tells a device''s mistake, so 64 bits do; PostgreSQL cannot change them, for hash partitions rest on them.';

create function private.known_verdicts(p_mutations jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with known as materialized (
      select l.mutation_id, l.payload_hash, l.verdict from private.mutation_ledger l
      where l.user_id = auth.uid()
        and l.mutation_id = any (array(select (m ->> 'id')::uuid from jsonb_array_elements(p_mutations) m))
    )
    select coalesce(jsonb_object_agg(l.mutation_id, case
      when l.payload_hash = private.payload_hash(m) then l.verdict
      else jsonb_build_object('id', l.mutation_id, 'status', 'rejected', 'reason', 'payload_mismatch', 'code', null,
        'message', 'This id was used before for something else.') end), '{}')
    from known l join jsonb_array_elements(p_mutations) m on l.mutation_id = (m ->> 'id')::uuid);
end $$;

create function private.remember(p_mutations jsonb[], p_verdicts jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  writer uuid := auth.uid();
begin
  insert into private.mutation_ledger (user_id, mutation_id, payload_hash, verdict)
  select writer, (v ->> 'id')::uuid, private.payload_hash(m), v from unnest(p_mutations, p_verdicts) decided (m, v);
exception when unique_violation then
  raise serialization_failure using message = 'The same mutation was decided at the same moment.';
end $$;
comment on function private.remember is 'Writes the verdict on each of the mutations, given in the same order, into the ledger.';

create function private.counters() returns jsonb
language sql stable as $$
  select coalesce(nullif(current_setting('carryover.counters', true), ''), '{}')::jsonb
$$;

create function private.numbers_since(p_counters jsonb) returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(private.counters()) where value is distinct from p_counters -> key);
end $$;
comment on function private.numbers_since is '{account: number} of the logs that took one since private.counters() answered p_counters.';

create function private.push_mutation(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  id text := p_mutation ->> 'id';
  edited_at timestamptz := least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp());
  counters jsonb := private.counters();
  step record;
  result private.outcome;
  superseded text;
  kept jsonb := '{}';
  kept_by uuid;
  versions jsonb := '{}';
begin
  perform set_config('carryover.edited_at', edited_at::text, true);
  -- Inserts into one table that follow each other are one step: n and their own count rise together.
  for step in
    select kind, of_table, (array_agg(op order by n))[1] as op, array_agg(op -> 'row' order by n) as rows
    from (
      select op, n, op ->> 'kind' as kind, op ->> 'table' as of_table,
        n - row_number() over (partition by op ->> 'kind', op ->> 'table' order by n) as run
      from jsonb_array_elements(p_mutation -> 'operations') with ordinality o (op, n)) operations
    group by kind, of_table, run, case when kind <> 'insert' then n end
    order by min(n)
  loop
    if step.kind = 'insert' then
      result := private.push_insert(step.of_table, step.rows);
    elsif step.kind = 'patch' then
      result := private.push_patch(step.op, edited_at);
    elsif step.kind = 'delete' then
      result := private.push_delete(step.of_table, (step.op ->> 'id')::uuid);
    elsif step.kind = 'restore' then
      result := private.push_restore(step.op -> 'row');
    elsif step.kind = 'call' then
      result := private.push_call(step.op ->> 'name', step.op -> 'arguments');
    else
      raise invalid_parameter_value using message = 'There is no such kind of operation.';
    end if;
    superseded := coalesce(result.superseded, superseded);
    kept := kept || result.kept;
    kept_by := coalesce(result.kept_by, kept_by);
    versions := versions || result.versions;
  end loop;
  -- What took a number just now counts before what was already there.
  versions := versions || private.numbers_since(counters);
  if superseded is null then
    return jsonb_build_object('id', id, 'status', 'applied', 'versions', versions);
  end if;
  return jsonb_build_object('id', id, 'status', 'superseded', 'reason', superseded, 'kept', kept,
    'by', private.email_of(kept_by), 'versions', versions);
end $$;

create function private.refusal(p_state text, p_detail text, p_message text) returns jsonb
language sql stable as $$
  select jsonb_build_object('status', 'rejected', 'code', p_state, 'message', p_message, 'reason', case
    when p_state like 'PT4__' then p_detail
    when p_state = '42501' then 'forbidden'
    when p_state = '23505' then 'duplicate'
    when p_state = '23503' then 'reference'
    else 'invalid' end)
$$;

create function private.answers_the_data(p_state text) returns boolean
language sql immutable as $$ select p_state ~ '^(22...|23...|42501|PT4..)$' $$;
comment on function private.answers_the_data is
  'Whether an SQLSTATE is a verdict. 40001 and 40P01 ask for a retry; anything else is nothing that the data did.';

create function private.decide(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  reason text;
begin
  return private.push_mutation(p_mutation);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  get stacked diagnostics reason = pg_exception_detail;
  return private.refusal(sqlstate, reason, sqlerrm) || jsonb_build_object('id', p_mutation -> 'id');
end $$;

create function private.push_together(p_mutations jsonb[]) returns jsonb[]
language plpgsql as $$
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
end $$;
comment on function private.push_together is
  'Verdicts of mutations that only add transactions, done as one statement: twenty times as fast. Null when one of them is refused; then each is decided alone.';

create function private.batches(p_mutations jsonb, p_known jsonb) returns table (mutations jsonb[], together boolean)
language plpgsql stable as $$
declare
  other_work constant jsonpath := '$.operations[*] ? (@.kind != "insert" || @.table != "transactions" || !exists(@.row))';
begin
  -- A day offline: nothing but new transactions, none of them known.
  if p_known = '{}' and (
    select count(distinct m ->> 'id') = count(*) and not bool_or(jsonb_path_exists(m, other_work)) from jsonb_array_elements(p_mutations) m
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
end $$;
comment on function private.batches is
  'The mutations that are not known, each once, in their order; together: several that follow each other and only add transactions.';

create function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb) returns jsonb
language plpgsql set search_path = '' as $$
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
  if jsonb_array_length(p_mutations) > 1000 then
    perform private.refuse('PT413', 'too_many', 'At most 1,000 mutations a push.');
  end if;
  named := private.find_named(p_mutations);
  locked := named.accounts || private.accounts_of(named.rows, named.called, named.all_owned);
  perform private.lock_accounts(locked);
  if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then
    raise serialization_failure using message = 'A row moved to another account at the same moment.';
  end if;
  known := private.known_verdicts(p_mutations);
  perform set_config('carryover.push', 'on', true);
  for batch in select * from private.batches(p_mutations, known) loop
    verdicts := case when batch.together then private.push_together(batch.mutations) end;
    if verdicts is null then
      foreach mutation in array batch.mutations loop
        fresh := fresh || private.decide(mutation);
      end loop;
    else
      fresh := fresh || verdicts;
    end if;
    decided := decided || batch.mutations;
  end loop;
  perform private.remember(decided, fresh);
  perform private.settle();
  perform set_config('carryover.push', '', true);
  perform set_config('carryover.edited_at', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()), 'verdicts', to_jsonb(fresh));
end $$;
comment on function public.sync_push is
  'p_mutations: PushMutations, answer: PushAnswer of sync/protocol.ts. Raises PT401, PT403, PT413, PT426; 40001 and 40P01 ask for a retry.';

revoke all on all functions in schema private from public;
revoke all on function public.sync_push from public, anon;
grant execute on function public.sync_push to authenticated;
grant execute on function private.check_caller, private.find_named, private.accounts_of, private.lock_accounts, private.payload_hash, private.known_verdicts,
  private.remember, private.counters, private.numbers_since, private.push_mutation, private.refusal, private.answers_the_data, private.decide, private.push_together, private.batches to authenticated;
