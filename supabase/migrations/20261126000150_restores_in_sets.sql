-- Thousands of deleted transactions come back together. What was removed is looked up for all of them at once, and what
-- only members read is written by one statement.

create function private.removed_transactions(p_rows uuid[]) returns setof private.changes
language sql stable security definer set search_path = '' as $$
  select last.* from (select distinct unnest(p_rows)) one (id) cross join lateral (
    select * from private.changes c
    where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions' order by c.at desc limit 1) last
  where last.account_id = any (array(select private.my_accounts()))
    and not exists (select from public.transactions t where t.transaction_id = one.id offset 0)
$$;
comment on function private.removed_transactions is 'private.removed_transaction for many rows.';

-- One row after the other (offset 0): the planner would go through the changes of everybody.
create or replace function private.removed_from(p_rows uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select removed.account_id from unnest(p_rows) one (id) cross join lateral (
    select c.account_id from private.changes c
    where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions' offset 0) removed
  where removed.account_id = any (array(select private.my_accounts()))
    and not exists (select from public.transactions t where t.transaction_id = one.id offset 0)
$$;

-- Sides meet in their transfer, and not pair by pair.
create or replace function private.sides_in(p_operations jsonb)
returns table (n bigint, op jsonb, row_id uuid, transfer_id uuid)
language sql stable as $$
  with named as (
    select n, op, coalesce(op ->> 'id', op #>> '{row,id}')::uuid as row_id, private.as_uuid(coalesce(
      op #>> '{row,transferId}', op #>> '{after,transferId}', op #>> '{before,transferId}')) as transfer_id
    from jsonb_array_elements(p_operations) with ordinality o (op, n)
    where op ->> 'table' = 'transactions' and case op ->> 'kind'
      when 'patch' then op -> 'after' ?| array['amount', 'type', 'lines', 'nature', 'transferId']
      when 'restore' then op -> 'undo' = 'true'
      else op ->> 'kind' = 'delete' end
  ), sides as (
    -- With the caller's rights: nobody learns whether a row that they may not read is a side. One row after the other
    -- (offset 0): policies would bring in the whole account.
    select s.n, s.op, s.row_id,
      coalesce(s.transfer_id, t.transfer_id, (removal.before ->> 'transferId')::uuid) as transfer_id
    from named s
      left join lateral (
        select t.transfer_id from public.transactions t where t.transaction_id = s.row_id offset 0) t on true
      left join private.removed_transactions(array(select row_id from named)) removal on removal.row_id = s.row_id
    where (select count(*) from named) > 1
  ), transfers as (
    select s.*, min(s.row_id::text) over sides_of as one, max(s.row_id::text) over sides_of as other
    from sides s where s.transfer_id is not null window sides_of as (partition by s.transfer_id)
  )
  select s.n, s.op, s.row_id, s.transfer_id from transfers s where one <> other
$$;

-- What a restore does not name, a device of an older version may not know: it comes from the removal. Lines do not,
-- when the restore names another amount, type or category than they belong to.
drop function private.with_removal;
create function private.with_removal(p_row jsonb, p_removal private.changes) returns jsonb
language plpgsql stable as $$
declare
  removed jsonb;
begin
  if p_removal.change_id is null or p_removal.account_id is distinct from private.as_uuid(p_row ->> 'accountId') then
    return p_row;
  end if;
  removed := private.since_removal(p_removal);
  if not (removed || p_row) @> jsonb_build_object(
    'amount', removed -> 'amount', 'type', removed -> 'type', 'category', removed -> 'category')
  then
    removed := removed - 'lines';
  end if;
  return removed || p_row;
end $$;

create or replace function private.push_restores(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  whole jsonb[] := array(
    select private.with_removal(item, removal)
    from (select item, n, (item ->> 'id')::uuid as id from unnest(p_rows) with ordinality rows (item, n)) named
      left join private.removed_transactions(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) removal
        on removal.row_id = named.id
    order by n);
  result private.outcome;
begin
  perform set_config('carryover.restores', 'on', true);
  result := private.push_insert('transactions', whole);
  perform set_config('carryover.restores', '', true);
  return result;
end $$;

create type private.restored_row as (
  id uuid, account_id uuid, version bigint, removal private.changes, was private.client_transaction,
  named private.client_transaction);

create function private.restored_rows(p_rows jsonb[]) returns setof private.restored_row
language sql stable security definer set search_path = '' as $$
  select t.transaction_id, t.account_id, t.version, removal::private.changes, was, jsonb_populate_record(was, item
    || jsonb_build_object(
      -- Protocol 4 does not know these fields.
      'status', coalesce(item ->> 'status', was.status),
      'reconciliationId', case when item ->> 'status' is not null or item ? 'reconciliationId'
        then item -> 'reconciliationId' else to_jsonb(was."reconciliationId") end))
  from unnest(p_rows) item
    cross join lateral (
      select * from public.transactions t where t.transaction_id = (item ->> 'id')::uuid offset 0) t
    left join lateral (
      select * from private.changes c
      where c.row_id = t.transaction_id and c.kind = 'removal' and c.account_id = t.account_id
      order by c.at desc limit 1) removal on true
    cross join lateral jsonb_populate_record(null::private.client_transaction, removal.before
      || jsonb_build_object('status', coalesce(removal.before ->> 'status', 'open'))) was
$$;
comment on function private.restored_rows is
  'Transactions that were just brought back. removal: what removed each; was: how it stood then; named: how its author '
  'wants it.';

drop function private.restore_details;
create function private.restore_details(p_rows jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  restored private.restored_row[] := array(select r from private.restored_rows(p_rows) r);
  -- Nobody else writes a status, and admins alone write one of a reconciliation.
  members uuid[] := array(select private.my_accounts('member'));
  admins uuid[] := array(select private.my_accounts('admin'));
  mentioned uuid[] := array(
    select distinct reconciliation
    from unnest(restored) r, unnest(array[(r.was)."reconciliationId", (r.named)."reconciliationId"]) reconciliation);
  reconciled uuid[];
  place record;
begin
  if exists (
    select from unnest(restored) r
    where ((r.named).status = 'reconciled') <> ((r.named)."reconciliationId" is not null))
  then
    perform private.refuse('PT400', 'invalid', 'A reconciled transaction names its reconciliation.');
  end if;
  with allowed as (
    select r.*, r.account_id = any (members) as may_write,
      r.account_id = any (case when 'reconciled' in ((r.was).status, (r.named).status) then admins else members end)
        as may_set
    from unnest(restored) r
  ), meant as (
    select a.id, a.account_id, a.version, a.removal, a.was,
      case when may_set then (a.named).status else (a.was).status end as status,
      case when may_set then (a.named)."reconciliationId" else (a.was)."reconciliationId" end as reconciliation,
      case when may_write then (a.named)."bankId" else (a.was)."bankId" end as bank,
      case when may_write then (a.named)."importId" else (a.was)."importId" end as import,
      case when may_write then (a.named)."importedText" else (a.was)."importedText" end as imported
    from allowed a
  ), becomes as (
    -- A reconciliation that is gone leaves its transactions cleared.
    select m.*, case when is_gone then 'cleared' else m.status end as now_status,
      case when not is_gone then m.reconciliation end as now_reconciliation
    from meant m, lateral (
      select m.reconciliation is not null and (m.reconciliation, m.account_id) not in (
        select r.reconciliation_id, r.account_id from public.reconciliations r
        where r.reconciliation_id = any (mentioned)) as is_gone) there
  ), clocked as (
    select b.*, private.stamp(coalesce((b.removal).status_clock, '{}'), array_remove(array[
      case when (b.removal).change_id is null
        or (now_status, now_reconciliation) is distinct from ((b.was).status, (b.was)."reconciliationId")
        then 'status' end,
      case when (bank, import, imported) is distinct from
        ((b.was)."bankId", (b.was)."importId", (b.was)."importedText") then 'bankId' end], null), b.version) as clock
    from becomes b
  ), written as (
    insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, bank_id, import_id,
      imported_text, field_clocks)
    select c.id, c.account_id, now_status, now_reconciliation, bank, import, imported, clock
    from clocked c
    where now_status <> 'open' or import is not null or bank is not null or imported is not null or clock <> '{}'
    returning reconciliation_id
  )
  select array_agg(distinct reconciliation_id) into reconciled from written where reconciliation_id is not null;
  if reconciled is not null then perform private.touch_reconciliations(reconciled); end if;
  for place in select r.account_id, array_agg(r.id) as rows from unnest(restored) r group by r.account_id loop
    perform private.end_keys(place.rows, place.account_id, 'here');
  end loop;
end $$;
comment on function private.restore_details is
  'The details of transactions that were just brought back. Where a restore does not name them, or names some that its '
  'author may not write, they come from the removal.';

create or replace function private.insert_details(p_rows jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named private.client_transaction[];
begin
  if current_setting('carryover.restores', true) is not distinct from 'on' then
    perform private.restore_details(p_rows);
    return;
  end if;
  -- Almost all new rows are open and of no file, and cost nothing here.
  named := array(
    select jsonb_populate_record(null::private.client_transaction,
      case when item ->> 'status' is null then item || '{"status": "open"}' else item end)
    from unnest(p_rows) item
    where item ->> 'status' <> 'open' or item ->> 'reconciliationId' is not null or item ->> 'bankId' is not null
      or item ->> 'importId' is not null or item ->> 'importedText' is not null);
  if named = '{}' then return; end if;
  if exists (select from unnest(named) n where (n.status = 'reconciled') <> (n."reconciliationId" is not null)) then
    perform private.refuse('PT400', 'invalid', 'A reconciled transaction names its reconciliation.');
  end if;
  if exists (
    select from (select distinct n."accountId", n.status from unnest(named) n offset 0) placed
    where not private.may_write_status(placed."accountId", 'open', placed.status))
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, bank_id, import_id,
    imported_text)
  select n.id, n."accountId",
    case when n.status = 'reconciled' and r.reconciliation_id is null then 'cleared' else n.status end,
    r.reconciliation_id, n."bankId", n."importId", n."importedText"
  from unnest(named) n left join public.reconciliations r
    on r.reconciliation_id = n."reconciliationId" and r.account_id = n."accountId";
  perform private.touch_reconciliations(array(select distinct n."reconciliationId" from unnest(named) n));
end $$;

-- An undo of many deletions asks once what they removed.
drop function private.rows_to_undo;
create function private.rows_to_undo(p_operations jsonb)
returns table (n bigint, op jsonb, undoes boolean, client jsonb, clocks jsonb, removal private.changes)
language sql stable as $$
  with named as (
    select n, op, undoes, case when undoes then op ->> 'table' end as of_table,
      case when undoes then coalesce(op ->> 'id', op #>> '{row,id}')::uuid end as row_id
    from jsonb_array_elements(p_operations) with ordinality o (op, n),
      lateral (select op -> 'undo' is not distinct from 'true' as undoes) undo
  ), there as (
    select of_table, r.*
    from (select of_table, array_agg(row_id) as ids from named where undoes group by of_table) tables,
      lateral private.read_rows(of_table, ids) r
  ), removed as (
    select 'transactions' as of_table, r.row_id, r::private.changes as removal
    from private.removed_transactions(array(
      select row_id from named where undoes and op ->> 'kind' = 'restore')) r
  )
  select n.n, n.op, n.undoes, t.client, t.clocks, r.removal
  from named n left join there t on t.of_table = n.of_table and t.id = n.row_id
    left join removed r on r.of_table = n.of_table and r.row_id = n.row_id
$$;
comment on function private.rows_to_undo is
  'All operations, those that undo with their rows as the caller reads them. removal: what a restore brings back.';

drop function private.resolve_undo;
create function private.resolve_undo(
  p_operation jsonb, p_client jsonb, p_clocks jsonb, p_removal private.changes, out operation jsonb,
  out result private.outcome
)
language plpgsql as $$
declare
  kind text := p_operation ->> 'kind';
  row_id uuid := coalesce(p_operation ->> 'id', p_operation #>> '{row,id}');
  part record;
begin
  operation := p_operation - 'undo';
  result := (null, '{}', null, '{}');
  if kind = 'restore' then
    if p_client is not null then
      operation := null;
      result.versions := private.versions_of(p_client);
      return;
    end if;
    if p_removal.device is distinct from private.device() and p_removal.change_id is not null then
      operation := null;
      result := ('deleted', '{}', p_removal.author, jsonb_build_object(p_removal.account_id, p_removal.version));
    elsif p_removal.change_id is not null then
      -- As it was deleted, and not as its device had seen it: an edit that the deletion did not know comes back, too.
      operation := jsonb_set(operation, '{row}', (
        select jsonb_object_agg(key, coalesce(held -> key, value))
        from private.since_removal(p_removal) held, jsonb_each(operation -> 'row')));
    end if;
  elsif p_client is null then
    -- A later edit would bring a deleted row back; an undo leaves it deleted.
    if kind = 'patch' then
      operation := null;
      result := private.untouched(row_id, false);
    end if;
  elsif kind = 'patch' then
    select * into part from private.undo_patch(p_operation, p_client, p_clocks);
    operation := nullif(part.operation, part.operation || '{"after": {}}');
    result := (case when part.kept <> '{}' then 'newer' end, part.kept, part.kept_by, private.versions_of(p_client));
  elsif kind = 'delete' then
    select * into part from private.undo_addition(p_operation, p_clocks);
    if part.stays then
      operation := null;
      result := ('newer', '{}', part.kept_by, private.versions_of(p_client));
    end if;
  end if;
end $$;
comment on function private.resolve_undo is
  'p_client, p_clocks: the row as it stands, null where there is none; p_removal: what a restore brings back. '
  'operation: the ordinary operation of what may be taken back, null for nothing; result: what stays instead.';

create or replace function private.push_undo(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  step record;
  resolved record;
  remaining jsonb[] := '{}';
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
begin
  if not jsonb_path_exists(p_mutation, '$.operations[*] ? (@.undo == true)') then
    return private.push_mutation(p_mutation);
  end if;
  perform private.begin_mutation(p_mutation);
  for step in
    select * from private.rows_to_undo(p_mutation -> 'operations') order by n
  loop
    if not step.undoes then
      remaining := remaining || step.op;
      continue;
    end if;
    select * into resolved from private.resolve_undo(step.op, step.client, step.clocks, step.removal);
    if resolved.operation is not null then remaining := remaining || resolved.operation; end if;
    stays := (coalesce((resolved.result).superseded, stays.superseded), stays.kept || (resolved.result).kept,
      coalesce((resolved.result).kept_by, stays.kept_by), stays.versions || (resolved.result).versions);
  end loop;
  if remaining <> '{}' then
    verdict := private.push_mutation(p_mutation || jsonb_build_object('operations', to_jsonb(remaining)));
  end if;
  return private.with_what_stays(verdict, stays);
end $$;

create or replace function private.against_side(p_operation jsonb, p_edited_at timestamptz) returns private.outcome
language plpgsql as $$
declare
  kind text := p_operation ->> 'kind';
  row_id uuid := coalesce(p_operation ->> 'id', p_operation #>> '{row,id}');
  shared text[] := array['amount', 'type', 'category', 'lines', 'nature', 'transferId'];
  there record;
  removal private.changes;
  result private.outcome := (null, '{}', null, '{}');
begin
  select r.client, r.clocks into there from private.read_rows('transactions', array[row_id]) r;
  if p_operation -> 'undo' = 'true' then
    select (r.result).* into result
    from private.resolve_undo(p_operation, there.client, there.clocks, private.removed_transaction(row_id)) r;
    if kind = 'patch' and result.superseded = 'newer' and not result.kept ?| shared then
      result.superseded := null;
    end if;
  elsif kind = 'delete' then
    if there.client is null then return result; end if;
    select e.author into result.kept_by
    from private.unknown_edits(there.client, there.clocks, p_operation -> 'seen', p_edited_at) e
    where e.wins order by e.at desc, e.author desc limit 1;
    result.superseded := case when found then 'newer' end;
  else
    if there.client is null then
      removal := private.removed_transaction(row_id);
      if removal.change_id is null then return result; end if;
      if not private.is_later(p_edited_at, auth.uid(), removal.edited_at, removal.author) then
        return private.untouched(row_id, false);
      end if;
      -- The edit brings the row back.
      select private.since_removal(removal) as client, removal.clocks as clocks into there;
    end if;
    p_operation := private.carry_patch(p_operation, there.client);
    select case when m.kept ?| shared then 'newer' end, m.kept_by into result.superseded, result.kept_by
    from private.merge_patch('transactions', there.client, there.clocks, p_operation -> 'seen',
      p_operation -> 'before', p_operation -> 'after', p_edited_at) m;
  end if;
  result.kept := (
    select coalesce(jsonb_object_agg(key, there.client -> key), '{}') from (
      select key, bool_or(value <> there.client -> key) over (
        partition by private.field_group('transactions', key)) as differs
      from jsonb_each(p_operation -> 'after')
      where key = any (shared) and (key <> 'type' or value <> p_operation #> '{before,type}')) named
    where differs);
  return result;
end $$;

revoke all on function private.removed_transactions, private.with_removal, private.restored_rows,
  private.restore_details, private.rows_to_undo, private.resolve_undo from public;
grant execute on function private.removed_transactions, private.with_removal, private.rows_to_undo,
  private.resolve_undo to authenticated;
