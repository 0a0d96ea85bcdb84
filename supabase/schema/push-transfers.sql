-- Transfers and other natures: that both sides are made together, and decided together by a push.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Every transfer id that was ever used. So the refusal of an id tells nothing about rows that stand now.
create table private.transfers (
  transfer_id uuid not null,
  -- The two transactions that it belongs to for ever, in order of their ids.
  sides uuid[] not null,
  at timestamp with time zone default now() not null,
  constraint transfers_pkey PRIMARY KEY (transfer_id)
);

-- Account and category of what is not regular stay, and the type of a transfer (S64d, S64e). The table API and protocol
-- 4, which name no device, change no type. A mutation may link and unlink; private.check_sides looks at what it made.
CREATE OR REPLACE FUNCTION private.check_nature()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sides uuid[] := nullif(current_setting('carryover.sides', true), '')::uuid[];
  becomes boolean := new.nature = 'transfer';
begin
  -- Somebody who administers the database may write what the constraints allow.
  if auth.uid() is null then return new; end if;
  if tg_op = 'UPDATE' then becomes := becomes and new.transfer_id is distinct from old.transfer_id; end if;
  if becomes then
    if sides is null or (tg_op = 'UPDATE' and old.nature <> 'regular') then perform private.refuse_nature(); end if;
    if not (tg_op = 'INSERT' and private.was_side(new)) then
      perform set_config('carryover.sides', array_append(sides, new.transaction_id)::text, true);
    end if;
    if tg_op = 'UPDATE' then
      perform set_config('carryover.linked', concat_ws(',', current_setting('carryover.linked', true), new.transfer_id),
        true);
    end if;
  elsif tg_op = 'INSERT' then
    if not private.pushing() then perform private.refuse_nature(); end if;
  elsif new.nature <> old.nature then
    if old.nature <> 'transfer' or new.nature <> 'regular' or sides is null then
      perform private.refuse_nature();
    end if;
  elsif new.account_id <> old.account_id
    or (new.type <> old.type and (old.nature = 'transfer' or private.device() is null))
    or (new.metadata ->> 'category_name' is distinct from old.metadata ->> 'category_name'
      and current_setting('carryover.renaming', true) is distinct from 'on')
  then
    perform private.refuse_nature();
  end if;
  return new;
end $function$;

-- One refusal for all that a nature forbids, whatever else exists (S65a).
CREATE OR REPLACE FUNCTION private.refuse_nature()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform private.refuse('PT400', 'invalid', 'The nature of this transaction does not allow this.');
end $function$;

-- At the end of a mutation: whoever makes a side makes both, of two accounts, of opposite types and one amount, under
-- an id that was never used (S65a). Two new rows may have the id that they had before they were deleted.
CREATE OR REPLACE FUNCTION private.check_sides()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sides uuid[] := current_setting('carryover.sides', true)::uuid[];
  made integer;
  fresh integer;
begin
  if sides = '{}' then return; end if;
  select count(distinct transfer_id) into made from public.transactions where transaction_id = any (sides);
  insert into private.transfers as used (transfer_id, sides)
  select transfer_id, array_agg(transaction_id order by transaction_id)
  from public.transactions where transaction_id = any (sides)
  group by transfer_id
  having count(*) = 2 and count(distinct account_id) = 2 and count(distinct type) = 2 and count(distinct amount) = 1
  -- A copy may bring the same two transactions back, after their accounts were deleted.
  on conflict (transfer_id) do update set at = used.at where used.sides = excluded.sides
    and position(excluded.transfer_id::text in coalesce(current_setting('carryover.linked', true), '')) = 0;
  get diagnostics fresh = row_count;
  -- A side may have gone again within the mutation, so their number counts, too.
  perform set_config('carryover.linked', '', true);
  if fresh <> made or cardinality(sides) <> 2 * made then perform private.refuse_nature(); end if;
end $function$;
grant execute on function private.check_sides() to authenticated;

-- Whether a row that is restored was this side of the transfer when it was removed (S65c).
CREATE OR REPLACE FUNCTION private.was_side(p_row transactions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select current_setting('carryover.restores', true) is not distinct from 'on' and exists (
    select from (
      select c.before from private.changes c
      where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id
      order by c.at desc limit 1) removal
    where before ->> 'transferId' = p_row.transfer_id::text
      and (before ->> 'amount')::bigint = p_row.amount * 100
      and private.stored_type(before ->> 'type') = p_row.type)
$function$;

-- Carries out a mutation that may hold both sides of a transfer (S65f).
CREATE OR REPLACE FUNCTION private.push_sides(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  side record;
  operations jsonb[] := array(select op from jsonb_array_elements(p_mutation -> 'operations') op);
  stays private.outcome := (null, '{}', null, '{}');
begin
  perform private.begin_mutation(p_mutation);
  -- What stands against a side has the last word on what was kept.
  for side in
    select n::integer, op, row_id, (against).superseded, (against).kept, (against).kept_by, (against).versions,
      by_other
    from (
      select s.*, bool_or((s.against).superseded is not null) over transfer as is_bound,
        max((s.against).kept_by::text) filter (where (s.against).superseded is not null) over transfer as by_other
      from (
        select i.*, private.against_side(i.op, private.edited_at()) as against
        from private.sides_in(p_mutation -> 'operations') i offset 0) s
      window transfer as (partition by s.transfer_id)) bound
    where is_bound order by (against).superseded is not null, n
  loop
    operations[side.n] := private.without_shared(side.op);
    stays := (coalesce(side.superseded, stays.superseded), stays.kept || side.kept,
      coalesce(case when side.superseded is not null then side.kept_by end, stays.kept_by),
      stays.versions || side.versions);
    -- A side that is already as the edit wants it to be has nothing to tell.
    if side.superseded is not null or side.kept <> '{}' or side.op ->> 'kind' <> 'patch' then
      perform private.note_kept(side.row_id, coalesce(side.superseded, 'newer'), side.kept,
        coalesce(case when side.superseded is not null then side.kept_by end, side.by_other::uuid));
    end if;
  end loop;
  if not found then return private.push_undo(p_mutation); end if;
  p_mutation := p_mutation || jsonb_build_object('operations', to_jsonb(array_remove(operations, null)));
  return private.with_what_stays(private.push_undo(p_mutation), stays);
end $function$;
grant execute on function private.push_sides(p_mutation jsonb) to authenticated;

-- The operations that write what the sides of a transfer share, where several of a mutation are of one transfer (S65f,
-- S65h).
CREATE OR REPLACE FUNCTION private.sides_in(p_operations jsonb)
 RETURNS TABLE(n bigint, op jsonb, row_id uuid, transfer_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;
grant execute on function private.sides_in(p_operations jsonb) to authenticated;

-- superseded: null, or why the operation cannot write what the sides share; kept: what stands of that instead (S65f).
CREATE OR REPLACE FUNCTION private.against_side(p_operation jsonb, p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function private.against_side(p_operation jsonb, p_edited_at timestamp with time zone) to authenticated;

-- What is left of an operation when both sides keep what they share; null for nothing (S65f).
CREATE OR REPLACE FUNCTION private.without_shared(p_operation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  row_id uuid := coalesce(p_operation ->> 'id', p_operation #>> '{row,id}');
  shared text[] := array['amount', 'type', 'category', 'lines', 'nature', 'transferId'];
  rest jsonb := jsonb_build_object('kind', 'patch', 'table', 'transactions', 'id', row_id, 'before', '{}'::jsonb,
    'after', '{}'::jsonb);
begin
  if p_operation ->> 'kind' = 'patch' then
    rest := p_operation || jsonb_build_object('before', (p_operation -> 'before') - shared,
      'after', (p_operation -> 'after') - shared);
  end if;
  -- Also with nothing left: an empty patch is refused where the caller's role does not allow to write. But it would
  -- bring a deleted row back.
  if rest -> 'after' = '{}' and not exists (select from public.transactions t where t.transaction_id = row_id) then
    return null;
  end if;
  return rest;
end $function$;
grant execute on function private.without_shared(p_operation jsonb) to authenticated;
