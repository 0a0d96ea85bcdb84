-- Three wishes ended without a word. Who had written a value again was not told of a deletion that knew of neither
-- (S39a). A file that brought a line again wrote over edits of which the deletion had known nothing (S39h). A rename in
-- an account that its author had handed over was applied and did nothing, where another account of theirs had the name.

create or replace function private.tell_of_deletion(
  p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamptz)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  account uuid := p_client ->> 'accountId';
  content jsonb := p_client - array['version', 'userEmail'];
  one record;
begin
  for one in
    select person as author, array_agg(e.field_group) as groups
    from private.unknown_edits(p_client, p_clocks, p_seen, p_edited_at) e
      cross join lateral (
        select e.author union select (p_clocks #>> array[e.field_group, 'raised', 'by'])::uuid) people (person)
    where person is not null group by person
  loop
    perform private.tell(one.author, account, 'transactions', (p_client ->> 'id')::uuid, 'deleted', case
      when private.has_account(one.author, account) then content
      else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content)
        where private.field_group('transactions', key) = any (one.groups)) end, '{}');
  end loop;
end $$;

create or replace function private.tell_of_restores(p_removals private.changes[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  one record;
begin
  for one in
    select n.user_id, there.client, r.clocks || coalesce(r.status_clock, '{}') as clocks,
      private.changed_fields(private.since_removal(r), there.client) as differing
    from unnest(p_removals) r
      join private.notices n on n.row_id = r.row_id and n.kind = 'deleted' and n.at > r.at
      cross join lateral private.read_rows('transactions', array[r.row_id]) there
    where private.account_of(there.client) = r.account_id
  loop
    perform private.tell_of_edit(one.user_id, one.client, one.clocks, 'transactions', theirs.lost, theirs.stands)
    from (
      select jsonb_object_agg(key, value) as lost, jsonb_object_agg(key, one.client -> key) as stands
      from jsonb_each(one.differing)
      where one.user_id::text in (one.clocks #>> array[private.field_group('transactions', key), 'by'],
        one.clocks #>> array[private.field_group('transactions', key), 'raised', 'by'])) theirs
    where theirs.lost is not null;
  end loop;
end $$;

create or replace function private.told_removals(p_rows uuid[]) returns setof private.changes
language sql stable security definer set search_path = '' as $$
  select private.removed_transactions(array(
    select n.row_id from private.notices n where n.kind = 'deleted' and n.row_id = any (p_rows)))
$$;
comment on function private.told_removals(uuid[]) is
  'The last deletions of these rows of which somebody was told.';

create or replace function private.add_transactions(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  removals private.changes[] := array(
    select r from private.told_removals(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) r);
  result private.outcome := private.push_insert('transactions', p_rows);
begin
  perform private.tell_of_restores(removals);
  return result;
end $$;
comment on function private.add_transactions(jsonb[]) is
  'Adds transactions. A file may bring a line again whose row was deleted (S39h).';

create or replace function private.push_set(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $$
declare
  rows jsonb[] := array(select op -> 'row' from unnest(p_operations) with ordinality o (op, n) order by n);
begin
  if p_kind = 'insert' and p_table = 'transactions' then
    return private.add_transactions(private.carry_rows(rows));
  elsif p_kind = 'insert' then
    return private.push_insert(p_table, rows);
  elsif p_kind = 'patch' then
    return private.push_patches(p_table, p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'transactions' then
    return private.push_deletions(p_operations, p_edited_at);
  elsif p_kind = 'delete' then
    return private.push_delete(p_table, (p_operations[1] ->> 'id')::uuid);
  elsif p_kind = 'restore' then
    return private.restore_by_hand(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $$;

create or replace function private.rename_category(p_type text, p_from text, p_to text, p_account uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $$
declare
  owned uuid[] := array(select account_id from public.accounts where owner_id = auth.uid() order by account_id);
  meant uuid[] := array(select mine from unnest(owned) mine where p_account is null or mine = p_account);
  wanted text := btrim(p_to);
  stored text := case p_type when 'income' then 'credit' else 'debit' end;
  one uuid;
  month date;
begin
  -- Somebody handed it over, or never owned it.
  if p_account is not null and meant = '{}' then
    if p_account in (select private.my_accounts()) then
      perform private.refuse('PT403', 'forbidden', 'Only the owner of an account renames its categories.');
    end if;
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  -- Categories first: a shared budget then already covers the new name when the transactions come to carry it.
  update public.categories set name = wanted where account_id = any (meant) and type = p_type and name = p_from;
  if not found and not exists (
    select from public.categories where account_id = any (owned) and type = p_type and name = wanted
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  perform private.log_rename(meant, p_type, p_from, wanted);
  perform set_config('carryover.renaming', 'on', true);
  -- The newest month first. So the numbers follow the months, and each page of a pull changes few pages of the device.
  foreach one in array meant loop
    for month in
      select distinct date_trunc('month', transaction_date::timestamp)::date as first from (
        select transaction_date from public.transactions
        where account_id = one and type = stored and category_name = p_from and lines is null
        union all
        select transaction_date from public.transaction_lines
        where account_id = one and type = stored and category_name = p_from) dates
      order by first desc
    loop
      update public.transactions set metadata = metadata || jsonb_build_object('category_name', wanted)
      where account_id = one and type = stored and category_name = p_from and lines is null
        and transaction_date >= month and transaction_date < (month + interval '1 month')::date;
      update public.transactions set lines = private.renamed_lines(lines, p_from, wanted)
      where transaction_id = any (array(
        select l.transaction_id from public.transaction_lines l
        where l.account_id = one and l.type = stored and l.category_name = p_from
          and l.transaction_date >= month and l.transaction_date < (month + interval '1 month')::date));
    end loop;
  end loop;
  perform set_config('carryover.renaming', '', true);
  return (null, '{}', null, '{}')::private.outcome;
end $$;

revoke execute on function private.told_removals, private.add_transactions from public;
grant execute on function private.told_removals, private.add_transactions to authenticated;
