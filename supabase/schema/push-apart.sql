-- Push: mutations that are decided apart, and what is told of the rows that were not taken.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Decides on each unit of a mutation by itself. Operations on other tables are refused with the whole mutation.
CREATE OR REPLACE FUNCTION private.push_apart(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  operations jsonb[] := array(select op from jsonb_array_elements(p_mutation -> 'operations') op);
  of_rows jsonb[] := array(select op from unnest(operations) op where private.is_of_transaction(op));
  of_others jsonb[] := array(select op from unnest(operations) op where not private.is_of_transaction(op));
  -- An import, a reconciliation or an account goes after its rows.
  ends jsonb[] := array(select op from unnest(of_others) op where op ->> 'kind' = 'delete');
  first jsonb[] := array(select op from unnest(of_others) op where op ->> 'kind' is distinct from 'delete');
  counters jsonb := private.counters();
  versions jsonb := '{}';
  untaken jsonb;
begin
  perform set_config('carryover.untaken', '[', true), set_config('carryover.refused_alone', '', true);
  if first <> '{}' then
    versions := private.carry_out(p_mutation || jsonb_build_object('operations', to_jsonb(first))) -> 'versions';
  end if;
  if of_rows <> '{}' then
    perform private.begin_mutation(p_mutation);
    versions := versions || private.push_units(p_mutation, array(
      select u from private.units_in(of_rows) u));
    perform set_config('carryover.bound', '', true);
  end if;
  if ends <> '{}' then
    versions := versions
      || (private.carry_out(p_mutation || jsonb_build_object('operations', to_jsonb(ends))) -> 'versions');
  end if;
  untaken := private.rows_not_taken(p_mutation -> 'operations');
  perform set_config('carryover.untaken', '', true);
  return jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied',
      'versions', versions || private.numbers_since(counters))
    || case when untaken is null then '{}' else jsonb_build_object('notTaken', untaken) end;
end $function$;
grant execute on function private.push_apart(p_mutation jsonb) to authenticated;

-- Carries out the units that are not refused; their operations stand together. p_raises: one of them is refused.
-- Returns the numbers of what stands.
CREATE OR REPLACE FUNCTION private.push_units(p_mutation jsonb, p_operations private.unit_operation[], p_raises boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  -- Where each unit begins, and where the last one ends.
  starts integer[] := array(
    select place::integer from (
      select place, unit <> lag(unit, 1, 0::bigint) over (order by place) as begins
      from unnest(p_operations) with ordinality o (n, unit, row_id, transfer_id, key, op, place)) places
    where begins order by place) || cardinality(p_operations) + 1;
  size integer := cardinality(starts) - 1;
  part integer;
  refused_before integer;
  versions jsonb := '{}';
  reason text;
begin
  if size = 1 or not p_raises then
    begin
      return private.carry_out_units(p_mutation, p_operations, size = 1);
    exception when others then
      if not private.answers_the_data(sqlstate) then raise; end if;
      get stacked diagnostics reason = pg_exception_detail;
      reason := private.refusal(sqlstate, reason, sqlerrm) ->> 'reason';
    end;
  end if;
  if size = 1 then
    perform private.refuse_unit(p_operations, reason);
    return '{}';
  end if;
  part := private.part_size(size);
  refused_before := private.refused_alone();
  for at in 1 .. size by part loop
    -- If nothing before the last part raises, something in that does.
    versions := versions || private.push_units(p_mutation,
      p_operations[starts[at] : starts[least(at + part, size + 1)] - 1],
      at + part > size and private.refused_alone() = refused_before);
  end loop;
  return versions;
end $function$;
grant execute on function private.push_units(p_mutation jsonb, p_operations private.unit_operation[], p_raises boolean) to authenticated;

-- Carries out all operations of a mutation and returns the verdict, or raises.
CREATE OR REPLACE FUNCTION private.carry_out(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  if jsonb_path_exists(p_mutation, '$.operations[*] ? (exists(@.key) || (@.kind == "delete" && exists(@.importId)))')
  then
    return private.push_keyed(p_mutation);
  end if;
  if jsonb_array_length(p_mutation -> 'operations') > 1 then return private.push_sides(p_mutation); end if;
  return private.push_undo(p_mutation);
end $function$;
grant execute on function private.carry_out(p_mutation jsonb) to authenticated;

-- Carries out these units as one set and returns the numbers of what stands, or raises. p_is_one: a unit that goes
-- alone is refused whole.
CREATE OR REPLACE FUNCTION private.carry_out_units(p_mutation jsonb, p_operations private.unit_operation[], p_is_one boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  -- A unit that goes alone is refused whole. Of several, a row that shares its unit with others is.
  perform set_config('carryover.bound', case when p_is_one then '' else array(
    select o.row_id from (select row_id, count(*) over (partition by unit) as size from unnest(p_operations)) o
    where size > 1)::text end, true);
  return private.carry_out(p_mutation || jsonb_build_object('operations', (
    select jsonb_agg(op order by n) from unnest(p_operations)))) -> 'versions';
end $function$;
grant execute on function private.carry_out_units(p_mutation jsonb, p_operations private.unit_operation[], p_is_one boolean) to authenticated;

create type private.unit_operation as (
  n bigint,
  unit bigint,
  row_id uuid,
  transfer_id text,
  key text,
  op jsonb
);

-- Operations on transactions, one unit after the other.
CREATE OR REPLACE FUNCTION private.units_in(p_operations jsonb[])
 RETURNS SETOF private.unit_operation
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  named private.unit_operation[] := array(
    select row(n, n, coalesce(op ->> 'id', op #>> '{row,id}')::uuid, coalesce(op #>> '{row,transferId}',
      op #>> '{after,transferId}', op #>> '{before,transferId}'), op ->> 'key', op)::private.unit_operation
    from unnest(p_operations) with ordinality o (op, n) order by n);
  found private.unit_operation[] := array(select s from private.with_sides(named) s order by s.n);
  lowered private.unit_operation[];
begin
  -- Each takes the lowest number among those with which it shares something, and that one's own.
  while (select count(*) > count(distinct row_id) or count(transfer_id) > count(distinct transfer_id)
    or count(key) > count(distinct key) from unnest(found))
  loop
    lowered := array(
      select row(n, least(lowest, (found[lowest]).unit), row_id, transfer_id, key, op)::private.unit_operation
      from (
        select *, least(min(unit) over (partition by row_id),
          case when transfer_id is not null then min(unit) over (partition by transfer_id) end,
          case when key is not null then min(unit) over (partition by key) end) as lowest
        from unnest(found)) shared
      order by n);
    exit when (select sum(unit) from unnest(lowered)) = (select sum(unit) from unnest(found));
    found := lowered;
  end loop;
  return query select f.* from unnest(found) f order by f.unit, f.n;
end $function$;
grant execute on function private.units_in(p_operations jsonb[]) to authenticated;

-- The operations with the transfers of the rows that they change or delete without naming them.
CREATE OR REPLACE FUNCTION private.with_sides(p_operations private.unit_operation[])
 RETURNS SETOF private.unit_operation
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- They may write what sides share, and do not say of which transfer.
  unsaid uuid[] := array(
    select row_id from unnest(p_operations) where transfer_id is null and (op ->> 'kind' = 'delete'
      or op -> 'after' ?| array['amount', 'type', 'lines', 'nature', 'transferId']));
begin
  if unsaid = '{}' then
    return query select * from unnest(p_operations);
    return;
  end if;
  return query
    -- With the caller's rights: nobody learns whether a row that they may not read is a side.
    with standing as materialized (
      select t.transaction_id, t.transfer_id from public.transactions t where t.transaction_id = any (unsaid)
    ), named as (
      select transaction_id as row_id, transfer_id::text as transfer_id from standing where transfer_id is not null
      union all
      select gone.row_id, (private.removed_transaction(gone.row_id)).before ->> 'transferId'
      from (select unnest(unsaid) as row_id except select transaction_id from standing) gone
    )
    select o.n, o.unit, o.row_id, coalesce(o.transfer_id, named.transfer_id), o.key, o.op
    from unnest(p_operations) o left join named on named.row_id = o.row_id and o.row_id = any (unsaid)
    order by o.n;
end $function$;
grant execute on function private.with_sides(p_operations private.unit_operation[]) to authenticated;

-- Whether the operation is about a transaction.
CREATE OR REPLACE FUNCTION private.is_of_transaction(p_operation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_operation ->> 'kind' in ('insert', 'patch', 'delete', 'restore')
    and p_operation ->> 'table' = 'transactions'
    and private.as_uuid(coalesce(p_operation ->> 'id', p_operation #>> '{row,id}')) is not null, false)
$function$;
grant execute on function private.is_of_transaction(p_operation jsonb) to authenticated;

-- Into how large parts a set is divided in which something is refused.
CREATE OR REPLACE FUNCTION private.part_size(p_size integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  -- With one refusal in a hundred, parts of sixteen cost least before they are halved. Each attempt costs as much as
  -- some rows, so many refusals are found one by one.
  select case when private.refused_alone() >= (private.push_limits()).refused_units then 1
    when p_size > 32 then 16 else (p_size + 1) / 2 end
$function$;
grant execute on function private.part_size(p_size integer) to authenticated;

-- Updates or inserts transactions without those that raise, and returns the others. p_raises: one of them does.
CREATE OR REPLACE FUNCTION private.write_rows(p_kind text, p_rows jsonb[], p_raises boolean DEFAULT false)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  size integer := cardinality(p_rows);
  part integer;
  refused_before integer;
  written uuid[] := '{}';
  refusal jsonb;
  detail text;
begin
  if size = 1 or not p_raises then
    begin
      if p_kind = 'update' then return private.update_rows('transactions', p_rows); end if;
      perform private.insert_rows('transactions', p_rows);
      return array(select (r ->> 'id')::uuid from unnest(p_rows) r);
    exception when others then
      if not private.answers_the_data(sqlstate) then raise; end if;
      get stacked diagnostics detail = pg_exception_detail;
      refusal := private.refusal(sqlstate, detail, sqlerrm);
    end;
  end if;
  if size = 1 then
    perform private.refuse_row((p_rows[1] ->> 'id')::uuid, refusal ->> 'code', refusal ->> 'reason',
      refusal ->> 'message'), private.count_refusal();
    return '{}';
  end if;
  part := private.part_size(size);
  refused_before := private.refused_alone();
  for at in 1 .. size by part loop
    -- If nothing before the last part raises, something in that does.
    written := written || private.write_rows(p_kind, p_rows[at : at + part - 1],
      at + part > size and private.refused_alone() = refused_before);
  end loop;
  return written;
end $function$;
grant execute on function private.write_rows(p_kind text, p_rows jsonb[], p_raises boolean) to authenticated;

-- From now on, a refusal of the row takes back what was done to it.
CREATE OR REPLACE FUNCTION private.bind_row(p_row uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select set_config('carryover.bound', array_append(current_setting('carryover.bound')::uuid[], p_row)::text, true)
  where private.decides_apart()
$function$;
grant execute on function private.bind_row(p_row uuid) to authenticated;

-- Transactions to add or to restore without those that are refused by themselves.
CREATE OR REPLACE FUNCTION private.rows_left(p_rows jsonb[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
AS $function$
declare
  restores boolean := current_setting('carryover.restores', true) is not distinct from 'on';
  strange uuid[] := case when restores then '{}' else private.strange_imports(p_rows) end;
  one record;
begin
  for one in
    with places as materialized (
      select account, exists (select from public.accounts a where a.account_id = id)
          or exists (select from public.budgets b where b.account_id = id) as is_reached,
        id in (select private.my_accounts('member')) as is_member,
        id in (select private.my_accounts('admin')) as is_admin
      from (select account, private.as_uuid(account) as id from (
        select distinct r ->> 'accountId' as account from unnest(p_rows) r) named offset 0) accounts
    ), judged as (
      select (r ->> 'id')::uuid as id, r as item, case
        when not is_reached then 'gone'
        when not is_member and r ->> 'budgetId' is null then 'forbidden'
        when restores then null
        when not is_member and (coalesce(r ->> 'status', 'open') <> 'open' or r ->> 'bankId' is not null
          or r ->> 'importId' is not null or r ->> 'importedText' is not null) then 'forbidden'
        when not is_admin and r ->> 'status' = 'reconciled' then 'forbidden'
        when strange <> '{}' and (r ->> 'id')::uuid = any (strange) then 'forbidden'
        -- Nobody makes one side alone.
        when r ->> 'nature' = 'transfer' and private.may_leave_out((r ->> 'id')::uuid) then 'invalid' end as reason
      from unnest(p_rows) r join places on account is not distinct from r ->> 'accountId'
    )
    select * from judged where reason is not null
  loop
    perform private.refuse_row(one.id, case one.reason when 'gone' then 'PT404' when 'invalid' then 'PT400'
      else 'PT403' end, one.reason, 'This transaction cannot be added.');
    p_rows := array_remove(p_rows, one.item);
  end loop;
  return p_rows;
end $function$;
grant execute on function private.rows_left(p_rows jsonb[]) to authenticated;

-- The patches without those that are refused by themselves.
CREATE OR REPLACE FUNCTION private.patches_left(p_patches private.merged_patch[])
 RETURNS SETOF private.merged_patch
 LANGUAGE plpgsql
AS $function$
declare
  refused uuid[] := '{}';
  mine uuid[];
  one record;
begin
  refused := array(select r.id from private.patches_to_refuse(p_patches) r);
  if refused = '{}' then
    return query select * from unnest(p_patches);
    return;
  end if;
  -- Finds only what this person may change. Who may not is told that first.
  mine := array(
    select t.transaction_id from public.transactions t where t.transaction_id = any (refused) for update);
  for one in
    select distinct on (r.id) r.* from private.patches_to_refuse(p_patches) r order by r.id
  loop
    if one.id = any (mine) then
      perform private.refuse_row(one.id, one.code, one.reason, one.message);
    else
      perform private.untouched(one.id, true);
    end if;
  end loop;
  return query select p.* from unnest(p_patches) p where p.id <> all (refused) order by p.n;
end $function$;
grant execute on function private.patches_left(p_patches private.merged_patch[]) to authenticated;

-- The patches that would raise for a usual reason: a nature or lines that forbid the field, a status or an origin that
-- the role may not write, a reconciliation that is gone.
CREATE OR REPLACE FUNCTION private.patches_to_refuse(p_patches private.merged_patch[])
 RETURNS TABLE(id uuid, code text, reason text, message text)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  of_members uuid[] := array(select private.my_accounts('member'));
  of_admins uuid[] := array(select private.my_accounts('admin'));
begin
  return query
    with wanted as (
      select p.id, p.taken, p.client as was, p.client || p.taken as becomes
      from unnest(p_patches) p where p.taken <> '{}' and private.may_leave_out(p.id)
    ), named as materialized (
      select w.id, (was ->> 'accountId')::uuid as account, was ->> 'status' as had, becomes ->> 'status' as status,
        taken ?| '{status,reconciliationId}' as of_status, (becomes ->> 'reconciliationId')::uuid as reconciliation,
        becomes ->> 'importId' as import
      from wanted w
      where becomes -> 'accountId' = was -> 'accountId'
        and taken ?| '{status,reconciliationId,bankId,importId,importedText}'
    )
    select w.id, 'PT400', 'invalid', 'The nature of this transaction does not allow this.' from wanted w
    where (was ->> 'nature' <> 'regular' or taken ? 'nature') and case
        -- Nobody makes one side alone.
        when becomes ->> 'nature' = 'transfer' and becomes -> 'transferId' <> was -> 'transferId' then true
        when becomes -> 'nature' <> was -> 'nature'
          then was ->> 'nature' <> 'transfer' or becomes ->> 'nature' <> 'regular'
        else becomes -> 'accountId' <> was -> 'accountId' or becomes -> 'category' <> was -> 'category'
          or becomes ->> 'budgetId' is not null
          or (becomes -> 'type' <> was -> 'type' and (was ->> 'nature' = 'transfer' or private.device() is null)) end
      or (jsonb_typeof(becomes -> 'lines') = 'array'
        and (becomes ->> 'budgetId' is not null or becomes ->> 'nature' <> 'regular'))
    union all
    select n.id, 'PT403', 'forbidden', 'Your role does not allow this.'
    from named n
    where n.account <> all (of_members)
      or (n.of_status and 'reconciled' in (n.had, n.status) and n.account <> all (of_admins))
    union all
    select n.id, 'PT404', 'gone', 'The reconciliation is not there any more, or the transaction has moved.'
    from named n
    where n.of_status and n.reconciliation is not null and not exists (
      select from public.reconciliations r
      where r.reconciliation_id = n.reconciliation and r.account_id = n.account)
    union all
    select strange, 'PT403', 'forbidden', 'Somebody else made this import, or it is of another account.'
    from unnest(private.strange_imports(array(
      select jsonb_build_object('id', n.id, 'accountId', n.account, 'importId', n.import) from named n))) strange;
end $function$;
grant execute on function private.patches_to_refuse(p_patches private.merged_patch[]) to authenticated;

-- Whether rows may be left out of the mutation that is carried out.
CREATE OR REPLACE FUNCTION private.decides_apart()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(current_setting('carryover.bound', true), '') <> '' $function$;
grant execute on function private.decides_apart() to authenticated;

-- Whether the mutation goes on without the row.
CREATE OR REPLACE FUNCTION private.may_leave_out(p_row uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(p_row <> all (nullif(current_setting('carryover.bound', true), '')::uuid[]), false)
$function$;
grant execute on function private.may_leave_out(p_row uuid) to authenticated;

-- Raises, or notes that the row is left out. Who calls it goes on without the row.
CREATE OR REPLACE FUNCTION private.refuse_row(p_row uuid, p_code text, p_reason text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not private.may_leave_out(p_row) then
    perform private.refuse(p_code, p_reason, p_message);
  end if;
  perform private.note_untaken(jsonb_build_object('id', p_row, 'status', 'rejected', 'reason', p_reason));
end $function$;
grant execute on function private.refuse_row(p_row uuid, p_code text, p_reason text, p_message text) to authenticated;

-- Notes each row of the unit as refused for this reason.
CREATE OR REPLACE FUNCTION private.refuse_unit(p_operations private.unit_operation[], p_reason text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform private.note_untaken(jsonb_build_object('id', row_id, 'status', 'rejected', 'reason', p_reason))
  from (select distinct o.row_id from unnest(p_operations) o) rows;
  perform private.count_refusal();
end $function$;
grant execute on function private.refuse_unit(p_operations private.unit_operation[], p_reason text) to authenticated;

-- The rows that were refused so far.
CREATE OR REPLACE FUNCTION private.refused_rows()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(select (note ->> 'id')::uuid from private.notes_on_untaken() where note ->> 'status' = 'rejected')
$function$;
grant execute on function private.refused_rows() to authenticated;

-- How many refusals of the mutation were found by savepoints.
CREATE OR REPLACE FUNCTION private.refused_alone()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('carryover.refused_alone', true), ''), '0')::integer
$function$;
grant execute on function private.refused_alone() to authenticated;

-- One more row of the mutation was found by savepoints.
CREATE OR REPLACE FUNCTION private.count_refusal()
 RETURNS void
 LANGUAGE sql
AS $function$
  select set_config('carryover.refused_alone', (private.refused_alone() + 1)::text, true)
$function$;
grant execute on function private.count_refusal() to authenticated;

-- Notes what is told of a row, where the mutation is decided apart.
CREATE OR REPLACE FUNCTION private.note_untaken(p_note jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  notes text := current_setting('carryover.untaken', true);
begin
  -- Nobody asks for the rows of a mutation that is decided whole.
  if coalesce(notes, '') = '' then return; end if;
  perform set_config('carryover.untaken', notes || case when length(notes) > 1 then ',' else '' end || p_note::text,
    true);
end $function$;
grant execute on function private.note_untaken(p_note jsonb) to authenticated;

-- Somebody's deed stands against what the mutation asks of the row.
CREATE OR REPLACE FUNCTION private.note_kept(p_row uuid, p_reason text, p_kept jsonb, p_by uuid, p_other uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select private.note_untaken(jsonb_build_object('id', p_row, 'status', 'superseded', 'reason', p_reason,
    'kept', p_kept, 'by', p_by, 'other', p_other))
$function$;
grant execute on function private.note_kept(p_row uuid, p_reason text, p_kept jsonb, p_by uuid, p_other uuid) to authenticated;

-- What was noted of rows so far, in order.
CREATE OR REPLACE FUNCTION private.notes_on_untaken()
 RETURNS TABLE(n bigint, note jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select ordinality, value
  from jsonb_array_elements((coalesce(nullif(current_setting('carryover.untaken', true), ''), '[') || ']')::jsonb)
    with ordinality
$function$;
grant execute on function private.notes_on_untaken() to authenticated;

-- NotTaken of src/domain/verdicts.ts for each row that was noted, in the order of the operations; null where all was
-- taken.
CREATE OR REPLACE FUNCTION private.rows_not_taken(p_operations jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  with notes as materialized (
    select n, note, note ->> 'id' as id from private.notes_on_untaken()
  ), places as (
    select coalesce(op ->> 'id', op #>> '{row,id}') as id, min(n) as place
    from jsonb_array_elements(p_operations) with ordinality o (op, n) group by 1
  ), rows as (
    -- Several deeds may stand against one row. The last word on a field is that of the last one.
    select id, (array_agg(note order by n) filter (where note ->> 'status' = 'rejected'))[1] as refused,
      (array_agg(note ->> 'reason' order by n desc))[1] as reason,
      (array_agg(note ->> 'by' order by n) filter (where note ->> 'by' is not null))[1] as by,
      (array_agg(note ->> 'other' order by n) filter (where note ->> 'other' is not null))[1] as other
    from notes group by id
  ), kept as (
    select id, jsonb_object_agg(key, value order by n) as kept from notes, jsonb_each(note -> 'kept') group by id
  )
  select jsonb_agg(coalesce(refused, jsonb_build_object('id', id, 'status', 'superseded', 'reason', reason,
    'kept', coalesce(kept, '{}'), 'by', private.email_of(by::uuid))
      || case when other is null then '{}' else jsonb_build_object('other', other) end) order by place)
  from rows join places using (id) left join kept using (id)
$function$;
grant execute on function private.rows_not_taken(p_operations jsonb) to authenticated;

-- Raises PT413 for a push of which too much is refused: a refused row weighs double.
CREATE OR REPLACE FUNCTION private.check_weight(p_mutations jsonb[], p_verdicts jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if cardinality(p_mutations) > 1 and (
    select sum(jsonb_array_length(m -> 'operations')) from unnest(p_mutations) m
  ) + (
    select count(*) from unnest(p_verdicts) v, jsonb_array_elements(v -> 'notTaken') row
    where row ->> 'status' = 'rejected'
  ) > (private.push_limits()).operations_in_all then
    perform private.refuse('PT413', 'too_many', 'Too much of this push is refused.');
  end if;
end $function$;
grant execute on function private.check_weight(p_mutations jsonb[], p_verdicts jsonb[]) to authenticated;
