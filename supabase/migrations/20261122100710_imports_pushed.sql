-- How origins of transactions are written, what a push does with import keys, and how keys are pulled.

create function private.write_origins(p_rows jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted private.client_transaction[] := array(
    select r from jsonb_populate_recordset(null::private.client_transaction, to_jsonb(p_rows)) r);
  changes private.detail_change[];
begin
  if exists (
    select from (
      select distinct t.account_id from unnest(wanted) w join public.transactions t on t.transaction_id = w.id
      offset 0) placed
    where not coalesce(private.may_write_status(placed.account_id, 'open', 'open'), false))
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  with numbered as materialized (
    select placed.*, private.next_version(placed.account_id) as number
    from (
      select w.id, w."bankId", w."importId", w."importedText", t.account_id, d.bank_id, d.import_id, d.imported_text,
        d.field_clocks
      from unnest(wanted) with ordinality w join public.transactions t on t.transaction_id = w.id
        left join public.transaction_details d on d.transaction_id = w.id
      order by w.ordinality) placed
  ), written as (
    insert into public.transaction_details (transaction_id, account_id, bank_id, import_id, imported_text,
      field_clocks)
    select id, account_id, "bankId", "importId", "importedText",
      private.stamp(coalesce(field_clocks, '{}'), '{bankId}', number)
    from numbered
    on conflict (transaction_id) do update
      set bank_id = excluded.bank_id, import_id = excluded.import_id, imported_text = excluded.imported_text,
        field_clocks = excluded.field_clocks
  )
  select array_agg(row(id, account_id, number, jsonb_build_object('bankId', bank_id, 'importId', import_id,
    'importedText', imported_text))::private.detail_change)
  into changes from numbered;
  perform private.note_details(changes, 'bankId');
  -- A row that gets its origin back has its key back.
  update public.import_keys k set fate = 'here', version = private.next_version(k.account_id)
  from unnest(wanted) w join public.transactions t on t.transaction_id = w.id
  where w."importId" is not null and k.row_id = w.id and k.account_id = t.account_id and k.fate = 'reverted'
    and private.may_become(k, 'here');
end $$;
comment on function private.write_origins is
  'Writes what the bank and an import say of transactions. Refuses who may not. The caller has touched the '
  'transactions with their own rights.';

-- An operation names the key of the row of a file that it makes, brings back, or links to a row that is there. A
-- deletion names no key, but the import that is taken back with the row.
create type private.keyed_operation as (
  n bigint, kind text, key text, row_id uuid, account_id uuid, import_id uuid, again boolean);

create function private.keyed_operations(p_operations jsonb) returns setof private.keyed_operation
language sql stable as $$
  select n, op ->> 'kind', op ->> 'key', row_id,
    -- With the caller's rights. A patch of a row that they may not read is decided without the key.
    -- A later link brings a deleted row back to where it was.
    -- A row that never came, because its key was that of another one, would stand where the key does.
    case op ->> 'kind' when 'patch'
      then coalesce((select t.account_id from public.transactions t where t.transaction_id = row_id),
        (private.removed_transaction(row_id)).account_id,
        (select s.account_id from public.import_keys s
          where s.account_id in (select private.my_accounts()) and s.key = op ->> 'key'
            and extensions.uuid_generate_v5(s.account_id, s.key) = named.row_id))
      else private.as_uuid(op #>> '{row,accountId}') end,
    coalesce(op #>> '{row,importId}', op #>> '{after,importId}', op ->> 'importId')::uuid,
    coalesce((op ->> 'again')::boolean, false)
  from jsonb_array_elements(p_operations) with ordinality o (op, n),
    -- Only a plain value passes the policies of transactions down to the index on the id, and offset makes it one.
    -- Else each link would read its whole account.
    lateral (select coalesce(op ->> 'id', op #>> '{row,id}')::uuid as row_id offset 0) named
  where op ? 'key' or (op ->> 'kind' = 'delete' and op ? 'importId')
$$;

create function private.check_keyed(p_operations jsonb, p_keyed private.keyed_operation[]) returns void
language plpgsql stable as $$
declare
  strange uuid;
begin
  select k.account_id into strange from unnest(p_keyed) k
  where k.account_id is not null and k.account_id not in (select private.my_accounts('member')) limit 1;
  if strange is not null then
    -- In the words for every row that this person may not add, whatever keys there are.
    if exists (select from public.accounts a where a.account_id = strange)
      or exists (select from public.budgets b where b.account_id = strange)
    then
      perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
    end if;
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  if exists (
    select from unnest(p_keyed) k where k.kind not in ('insert', 'patch', 'restore', 'delete')
      or k.import_id is null or (k.kind = 'delete') <> (k.key is null) or not private.is_key(k.key))
    or exists (
      select from jsonb_array_elements(p_operations) with ordinality o (op, n) left join unnest(p_keyed) k using (n)
      where substr(op #>> '{row,id}', 15, 1) = '5' and op ->> 'table' = 'transactions'
        and (op #>> '{row,id}')::uuid is distinct from extensions.uuid_generate_v5(k.account_id, k.key))
  then
    perform private.refuse('PT400', 'invalid', 'The key does not belong to the row.');
  end if;
end $$;
comment on function private.check_keyed is
  'Members name keys of their account. An id that is made of a name is that of its key, or the push would tell whether '
  'another account has such a row.';

create function private.note_keys(p_keyed private.keyed_operation[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  with numbered as materialized (
    select account_id, private.next_version(account_id) as number
    from (select distinct k.account_id from unnest(p_keyed) k where k.kind in ('patch', 'restore') offset 0) accounts
    where account_id = any (mine)
  )
  insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version)
  select k.account_id, k.key, k.row_id, k.import_id, 'here', t.version,
    case k.kind when 'insert' then t.version else n.number end
  -- One row after the other, by its id: the planner would go through all rows of the account.
  from unnest(p_keyed) k cross join lateral (
      select t.account_id, t.version from public.transactions t where t.transaction_id = k.row_id offset 0) t
    left join numbered n on n.account_id = k.account_id
  where t.account_id = k.account_id and k.account_id = any (mine)
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, import_id = excluded.import_id, fate = excluded.fate, made = excluded.made,
      version = excluded.version;
end $$;
comment on function private.note_keys is 'The rows of these operations have these keys from now on, if they stand.';

create function private.done_already(p_keyed private.keyed_operation[])
returns table (n bigint, account_id uuid, row_id uuid, version bigint, is_deleted boolean)
-- The tables grow while this runs again and again, so an old plan would go through all rows of the account.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    select k.n, k.account_id, k.row_id, s.version, s.fate = 'deleted'
    from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and case k.kind when 'insert' then s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)
        when 'patch' then (s.fate in ('here', 'moved') and s.row_id <> k.row_id) or (s.fate = 'deleted'
          and not exists (select from public.transactions t where t.transaction_id = k.row_id)) end
    union all
    select k.n, k.account_id, k.row_id, t.version, false
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
    where k.account_id = any (mine) and k.kind = 'insert' and t.account_id = k.account_id
    union all
    select twice.n, twice.account_id, null, null, false from (
      select k.n, k.account_id, row_number() over (partition by k.account_id, k.key order by k.n) as nth
      from unnest(p_keyed) k where k.kind <> 'delete') twice
    where nth > 1
    union all
    select k.n, t.account_id, k.row_id, t.version, false
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
      left join public.transaction_details d on d.transaction_id = t.transaction_id
    where k.kind = 'delete' and t.account_id = any (mine) and d.import_id is distinct from k.import_id;
end $$;
comment on function private.done_already is
  'Operations that need not be done: the account has the row, or had it and gave it away, or it was deleted and nobody '
  'asks for it again, which a link does not do, or the mutation names its key twice, or takes an import back that '
  'did not bring the row.';

create function private.linked_already(p_operations jsonb, p_keyed private.keyed_operation[])
returns table (n bigint, account_id uuid, row_id uuid, version bigint, is_deleted boolean)
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
begin
  -- With the caller's rights. Nobody learns whether a row that they may not read is a side.
  return query
    with sides as (
      select o.n, private.as_uuid(op ->> 'id') as row_id, op #>> '{after,transferId}' as transfer_id
      from jsonb_array_elements(p_operations) with ordinality o (op, n)
      where op ->> 'kind' = 'patch' and op #>> '{after,transferId}' is not null
    )
    select k.n, side.account_id, side.transaction_id, side.version, false
    from unnest(p_keyed) k join sides s on s.n = k.n
      join sides o on o.transfer_id = s.transfer_id and o.row_id <> s.row_id
      join public.import_keys i on i.account_id = k.account_id and i.key = k.key and i.row_id = k.row_id
      join public.transactions t on t.transaction_id = s.row_id
      join public.transactions other on other.transaction_id = o.row_id and other.transfer_id = t.transfer_id
      cross join lateral (values (t.account_id, t.transaction_id, t.version),
        (other.account_id, other.transaction_id, other.version)) side (account_id, transaction_id, version)
    where i.fate = 'here';
end $$;
comment on function private.linked_already is
  'Links of rows of a file whose two rows already are sides of one transfer: both rows, as they stand.';

create function private.without_lost_sides(p_operations jsonb, p_dropped bigint[]) returns jsonb
language sql stable as $$
  with named as (
    select n, op, coalesce(op #>> '{row,transferId}', op #>> '{after,transferId}') as transfer_id
    from jsonb_array_elements(p_operations) with ordinality o (op, n)
  ), lost as (
    select transfer_id from named where n = any (p_dropped) and transfer_id is not null
  )
  -- Nothing is left of a link of a row that is gone.
  select coalesce(jsonb_agg(meant order by n) filter (where meant is not null), '[]') from (
    select n, case when transfer_id is null or transfer_id not in (select l.transfer_id from lost l) then op
      when op ? 'row' then jsonb_set(op, '{row}', (op -> 'row') || '{"nature": "regular", "transferId": null}')
      else private.without_shared(op) end as meant
    from named where n <> all (p_dropped)) meant
$$;
comment on function private.without_lost_sides is
  'The operations that are left. A side whose other side need not be made is regular, because no side stands alone.';
revoke all on function private.without_lost_sides from public;
grant execute on function private.without_lost_sides to authenticated;

create function private.push_keyed(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  operations jsonb := p_mutation -> 'operations';
  keyed private.keyed_operation[] := array(select k from private.keyed_operations(operations) k);
  counters jsonb := private.counters();
  done record;
  dropped bigint[] := '{}';
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
begin
  perform private.check_keyed(operations, keyed);
  for done in
    select * from private.done_already(keyed)
    union all select * from private.linked_already(operations, keyed) where exists (
      select from unnest(keyed) k where k.kind = 'patch')
  loop
    dropped := dropped || done.n;
    if done.is_deleted then
      stays.superseded := 'deleted';
      stays.kept_by := (private.find_removal(done.row_id)).removed_by;
    end if;
    if done.version is not null then
      stays.versions := stays.versions || jsonb_build_object(done.account_id,
        greatest(done.version, (stays.versions ->> done.account_id::text)::bigint));
    end if;
  end loop;
  if dropped <> '{}' then
    operations := private.without_lost_sides(operations, dropped);
    keyed := array(select k from unnest(keyed) k where k.n <> all (dropped));
    p_mutation := p_mutation || jsonb_build_object('operations', operations);
  end if;
  if operations <> '[]' then
    perform set_config('carryover.keyed', 'on', true);
    verdict := private.push_sides(p_mutation);
    perform set_config('carryover.keyed', '', true), private.note_keys(keyed);
  end if;
  verdict := private.with_what_stays(verdict, stays);
  return verdict || jsonb_build_object('versions', (verdict -> 'versions') || private.numbers_since(counters));
end $$;
comment on function private.push_keyed is 'Carries out a mutation with operations that name import keys.';

create function private.pull_keys(
  p_account uuid, p_since bigint, p_head bigint, out groups json, out reached bigint, out more boolean
)
language plpgsql stable as $$
declare
  most constant integer := 20000;
begin
  reached := p_head;
  more := false;
  if p_since >= p_head then return; end if;
  select k.version, true into reached, more from public.import_keys k
  where k.account_id = p_account and k.version > p_since order by k.version offset most limit 1;
  reached := coalesce(reached, p_head);
  more := coalesce(more, false);
  select json_agg(json_build_object('importId', import_id, 'keys', keys, 'made', made, 'others',
      coalesce(others, '{}'))) into groups
  from (
    select k.import_id, json_agg(k.key order by k.version, k.key) as keys,
      json_agg(k.made order by k.version, k.key) as made,
      json_object_agg(k.key, json_build_object('rowId', k.row_id, 'fate', k.fate))
        filter (where k.fate <> 'here' or not private.is_made_by(k)) as others
    from public.import_keys k where k.account_id = p_account and k.version > p_since and k.version <= reached
    group by k.import_id) pages;
end $$;
comment on function private.pull_keys is
  'KeyPage of src/domain/import-keys.ts: the keys above a number, a page an import. reached: up to which number they '
  'came; all of one number come together.';

-- Who adds rows without keys asks for no key.
create or replace function private.batches(p_mutations jsonb, p_known jsonb)
returns table (mutations jsonb[], together boolean)
language plpgsql stable as $$
declare
  other_work constant jsonpath :=
    '$.operations[*] ? (@.kind != "insert" || @.table != "transactions" || !exists(@.row) || exists(@.key))';
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
end $$;

create or replace function private.decide(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  reason text;
begin
  if private.is_too_large(p_mutation) then
    perform private.refuse('PT413', 'invalid', 'At most 1,000 operations a mutation.');
  end if;
  if jsonb_path_exists(p_mutation, '$.operations[*] ? (exists(@.key) || (@.kind == "delete" && exists(@.importId)))')
  then
    return private.push_keyed(p_mutation);
  end if;
  if jsonb_array_length(p_mutation -> 'operations') > 1 then return private.push_sides(p_mutation); end if;
  return private.push_undo(p_mutation);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  get stacked diagnostics reason = pg_exception_detail;
  return private.refusal(sqlstate, reason, sqlerrm) || jsonb_build_object('id', p_mutation -> 'id');
end $$;

create or replace function private.standing_rows(p_rows uuid[])
returns table (of_table text, row_id uuid, account_id uuid, content jsonb)
language sql stable as $$
  select 'transactions', t.transaction_id, t.account_id, to_jsonb(private.to_client(t)) || private.client_details(
    d.status, d.reconciliation_id, d.bank_id, d.import_id, d.imported_text)
  from public.transactions t left join public.transaction_details d using (transaction_id)
  where t.transaction_id = any (p_rows)
  union all select 'accounts', a.account_id, a.account_id, to_jsonb(private.to_client(a))
  from public.accounts a where a.account_id = any (p_rows)
  union all select 'categories', c.category_id, c.account_id, to_jsonb(private.to_client(c))
  from public.categories c where c.category_id = any (p_rows)
  union all select 'budgets', b.budget_id, b.account_id, to_jsonb(private.to_client(b))
  from public.budgets b where b.budget_id = any (p_rows)
$$;

revoke all on function private.write_origins, private.keyed_operations, private.check_keyed, private.note_keys,
  private.done_already, private.linked_already, private.push_keyed, private.pull_keys from public;
grant execute on function private.write_origins, private.keyed_operations, private.check_keyed, private.note_keys,
  private.done_already, private.linked_already, private.push_keyed, private.pull_keys to authenticated;
