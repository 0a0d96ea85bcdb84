-- Push: how rows of a mutation that is decided apart are left out, and what is told of them.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- NotTaken of src/domain/mutations/verdicts.ts for each row that was noted, in the order of the operations; null where
-- all was taken.
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

-- Notes what somebody chose for a row of a file that stands already with something else (S69p).
CREATE OR REPLACE FUNCTION private.note_choices(p_operations jsonb, p_done private.key_done[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('carryover.untaken', true), '') = '' then return; end if;
  perform private.note_kept(row_id, 'newer', kept, (private.latest_clock(clocks, groups, client)).author,
    nullif(stands_for, row_id))
  from (
    with done as (
      -- What the account had before goes before what the mutation names twice.
      select distinct on (n) n, d.row_id, d.stands_for, d.is_deleted, op
      from unnest(p_done) d join jsonb_array_elements(p_operations) with ordinality o (op, n) using (n)
      where d.stands_for is not null order by n, d.version is null, d.stands_for = d.row_id
    ), added as materialized (
      select * from done where op ->> 'kind' = 'insert' and not is_deleted
    ), standing as materialized (
      select r.* from private.read_rows('transactions', array(select stands_for from added)) r
    ), named as (
      select a.n, a.row_id, a.stands_for, a.op, meant.item
      from added a join unnest(
          private.carry_rows(array(select op -> 'row' from added order by n)), array(select n from added order by n))
        meant (item, n) using (n)
    )
    select n.n, n.row_id, n.stands_for, s.client, s.clocks,
      jsonb_object_agg(field, s.client -> field) as kept,
      array_agg(distinct private.field_group('transactions', field)) as groups
    from named n join standing s on s.id = n.stands_for, private.chosen_of(n.op, n.item) of_row (field, value)
    where private.without_ids(s.client -> field) <> private.without_ids(value)
    group by n.n, n.row_id, n.stands_for, s.client, s.clocks) differing
  order by n;
end $function$;
grant execute on function private.note_choices(p_operations jsonb, p_done private.key_done[]) to authenticated;

-- What the author of an operation chose of the row that it adds; p_row has the names that categories have now.
CREATE OR REPLACE FUNCTION private.chosen_of(p_operation jsonb, p_row jsonb)
 RETURNS TABLE(field text, value jsonb)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select key, named.value from jsonb_each(p_row) named
  where named.value not in ('null', '""')
    and case when p_operation ? 'chosen' then p_operation -> 'chosen' ? key
      -- The text of the file is nobody's choice.
      else key <> 'description' or named.value is distinct from p_row -> 'importedText' end
    and case key
      -- Else its category is a word of the app, or that of the budget.
      when 'category' then coalesce(p_row ->> 'nature', 'regular') = 'regular' and p_row ->> 'budgetId' is null
        and jsonb_typeof(p_row -> 'lines') is distinct from 'array'
      else key in ('description', 'notes', 'lines', 'budgetId') end
$function$;
grant execute on function private.chosen_of(p_operation jsonb, p_row jsonb) to authenticated;

-- Lines as they compare on two devices, which give them ids of their own.
CREATE OR REPLACE FUNCTION private.without_ids(p_value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when jsonb_typeof(p_value) = 'array'
    then (select jsonb_agg(line - 'id' order by line - 'id') from jsonb_array_elements(p_value) line)
    else p_value end
$function$;
grant execute on function private.without_ids(p_value jsonb) to authenticated;
