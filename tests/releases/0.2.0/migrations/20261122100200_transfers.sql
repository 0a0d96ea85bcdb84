-- A transfer is two transactions of two accounts that share a transfer id. Only one mutation that writes both sides
-- makes one. What a person does with the side that they see tells them nothing about the other one.

create table private.transfers (
  transfer_id uuid primary key,
  sides uuid[] not null,
  at timestamptz not null default now()
);
comment on table private.transfers is
  'Every transfer id that was ever used. So the refusal of an id tells nothing about rows that stand now.';
comment on column private.transfers.sides is 'The two transactions that it belongs to for ever, in order of their ids.';

-- The sides that the mutation has made so far stand in the transaction-local setting `carryover.sides`. It is empty
-- outside of a mutation. `carryover.linked` names the transfers of those that stood before.
create or replace function private.check_nature() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.check_nature is
  'Account and category of what is not regular stay, and the type of a transfer. The table API and protocol 4, which '
  'name no device, change no type. A mutation may link and unlink; private.check_sides looks at what it made.';

create function private.was_side(p_row public.transactions) returns boolean
language sql stable security definer set search_path = '' as $$
  select current_setting('carryover.restores', true) is not distinct from 'on' and exists (
    select from private.changes c
    where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id
      and c.before ->> 'transferId' = p_row.transfer_id::text)
$$;
comment on function private.was_side is
  'Whether a row that is restored was this side of the transfer when it was removed.';

create function private.check_sides() returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.check_sides is
  'At the end of a mutation: whoever makes a side makes both, of two accounts, of opposite types and one amount, under '
  'an id that was never used. Two new rows may have the id that they had before they were deleted.';

create or replace function private.push_mutation(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  id text := p_mutation ->> 'id';
  edited_at timestamptz := least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp());
  counters jsonb := private.counters();
  step record;
  result private.outcome := (null, '{}', null, '{}');
begin
  perform set_config('carryover.edited_at', edited_at::text, true),
    set_config('carryover.device', coalesce((p_mutation ->> 'device')::uuid::text, ''), true),
    set_config('carryover.cursors', coalesce(p_mutation ->> 'cursors', ''), true),
    set_config('carryover.sides', '{}', true);
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
end $$;

revoke all on function private.was_side, private.check_sides from public;
grant execute on function private.check_sides to authenticated;
