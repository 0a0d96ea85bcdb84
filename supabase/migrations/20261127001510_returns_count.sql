-- Somebody brings a transaction back, and somebody else, or another device, had deleted it without knowing that. This
-- deletion arrived last and stood, however old it was, and nobody was told. A return counts as an edit against
-- deletions now (S39j): field_clocks has it as 'row', which is no field. To a link of its line, the row is still as
-- its file made it.

create or replace function private.restored_clocks(p_row public.transactions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removal private.changes;
  content private.client_transaction;
  was public.transactions := p_row;
begin
  select * into removal from private.changes c
  where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id
  order by c.at desc limit 1;
  -- A copy of a row that a restored server lost: nobody has seen it under its new number.
  if removal.change_id is null then
    return private.stamp('{}',
      array['amount', 'type', 'date', 'category', 'description', 'budgetId', 'accountId', 'nature', 'lines', 'row'],
      p_row.version);
  end if;
  content := jsonb_populate_record(null::private.client_transaction, private.since_removal(removal));
  was.type := private.stored_type(content.type);
  was.amount := content.amount / 100.0;
  was.transaction_date := content.date;
  was.description := content.description;
  was.metadata := private.metadata(content);
  was.nature := coalesce(content.nature, 'regular');
  was.transfer_id := content."transferId";
  was.lines := content.lines;
  -- What the removal did not hold is an edit. That the row is back counts against deletions (S39j).
  return private.stamp(removal.clocks, private.changed_groups(was, p_row) || '{row}', p_row.version);
end $$;

create or replace function private.ways_of_keys(p_operations jsonb, p_keyed private.keyed_operation[]) returns setof private.way
language sql stable security definer set search_path = '' as $$
  select k.n, k.row_id, k.import_id, s.row_id
  from unnest(p_keyed) k
    join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    cross join lateral (
      select * from public.transactions t where t.transaction_id = s.row_id offset 0) other
    cross join lateral (
      select * from public.transactions t where t.transaction_id = k.row_id offset 0) own
    left join public.transaction_details d on d.transaction_id = s.row_id
    left join public.transaction_details own_details on own_details.transaction_id = k.row_id
  where k.kind = 'patch' and k.account_id in (select private.my_accounts('member'))
    and p_operations #>> array[(k.n - 1)::text, 'after', 'transferId'] is null
    and s.fate = 'here' and s.row_id <> k.row_id
    and s.row_id = extensions.uuid_generate_v5(s.account_id, s.key)
    and other.account_id = s.account_id and own.account_id = s.account_id
    -- A row of another line is the money of that one.
    and own_details.import_id is null
    and other.amount = own.amount and other.type = own.type
    and other.nature = 'regular' and other.lines is null and other.budget_id is null
    and other.field_clocks - 'row' = '{}' and coalesce(d.field_clocks, '{}') = '{}'
    and coalesce(d.status, 'open') <> 'reconciled'
    -- Of operations with one key, only the first one is carried out.
    and not exists (
      select from unnest(p_keyed) first
      where first.n < k.n and first.key = k.key and first.account_id = k.account_id)
$$;
