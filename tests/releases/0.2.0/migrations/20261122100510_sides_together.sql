-- Who changes both sides of a transfer in one mutation means them as one. So the amount, a link, a deletion and what an
-- undo takes back are written to both sides or to neither. Each side is looked at before the ordinary rules decide.
-- When somebody's deed stands against one side, both lose what they share, and the rest of the mutation goes on.

create function private.sides_in(p_operations jsonb)
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
    -- With the caller's rights: nobody learns whether a row that they may not read is a side.
    select s.n, s.op, s.row_id, coalesce(s.transfer_id, t.transfer_id, case when t.transaction_id is null
      then ((private.removed_transaction(s.row_id)).before ->> 'transferId')::uuid end) as transfer_id
    from named s left join public.transactions t on t.transaction_id = s.row_id
    where (select count(*) from named) > 1
  )
  select * from sides where transfer_id in (
    select s.transfer_id from sides s group by s.transfer_id having count(distinct s.row_id) > 1)
$$;
comment on function private.sides_in is
  'The operations that write what the sides of a transfer share, where several of a mutation are of one transfer.';

create function private.against_side(p_operation jsonb, p_edited_at timestamptz) returns private.outcome
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
    select (r.result).* into result from private.resolve_undo(p_operation, there.client, there.clocks) r;
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
comment on function private.against_side is
  'superseded: null, or why the operation cannot write what the sides share; kept: what stands of that instead.';

create function private.without_shared(p_operation jsonb) returns jsonb
language plpgsql stable as $$
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
end $$;
comment on function private.without_shared is
  'What is left of an operation when both sides keep what they share; null for nothing.';

create function private.push_sides(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  side record;
  operations jsonb[] := array(select op from jsonb_array_elements(p_mutation -> 'operations') op);
  stays private.outcome := (null, '{}', null, '{}');
begin
  perform private.begin_mutation(p_mutation);
  -- What stands against a side has the last word on what was kept.
  for side in
    select n::integer, op, (against).superseded, (against).kept, (against).kept_by, (against).versions from (
      select s.*, bool_or((s.against).superseded is not null) over (partition by s.transfer_id) as is_bound from (
        select i.*, private.against_side(i.op, private.edited_at()) as against
        from private.sides_in(p_mutation -> 'operations') i offset 0) s) bound
    where is_bound order by (against).superseded is not null, n
  loop
    operations[side.n] := private.without_shared(side.op);
    stays := (coalesce(side.superseded, stays.superseded), stays.kept || side.kept,
      coalesce(case when side.superseded is not null then side.kept_by end, stays.kept_by),
      stays.versions || side.versions);
  end loop;
  if not found then return private.push_undo(p_mutation); end if;
  p_mutation := p_mutation || jsonb_build_object('operations', to_jsonb(array_remove(operations, null)));
  return private.with_what_stays(private.push_undo(p_mutation), stays);
end $$;
comment on function private.push_sides is 'Carries out a mutation that may hold both sides of a transfer.';

revoke all on function private.sides_in, private.against_side, private.without_shared, private.push_sides from public;
grant execute on function private.sides_in, private.against_side, private.without_shared, private.push_sides
  to authenticated;
