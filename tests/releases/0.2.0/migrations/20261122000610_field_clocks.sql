-- What field_clocks says of a field group: {at, by, v, d, was, raised}.
--   at, by   when and by whom the standing value was written
--   v        the row's number of that write, in the log of the account in which the row is now
--   d        the device that wrote it; null for the table API and for devices of protocol 4
--   was      {a, v}: the account and number before the row moved to another account
--   raised   {at, by}: a later edit that wrote the same value. It counts in comparisons of times, and is no write.
-- A group without a clock is as it was inserted. The clock `type` stands beside `amount`, which covers the type, too.

create function private.edited_at() returns timestamptz
language sql volatile as $$
  select least(coalesce(nullif(current_setting('carryover.edited_at', true), '')::timestamptz, clock_timestamp()), clock_timestamp())
$$;
comment on function private.edited_at is 'When the user made this change: the mutation''s time, or now outside of a push.';

create function private.device() returns uuid
language sql stable as $$
  select nullif(current_setting('carryover.device', true), '')::uuid
$$;
comment on function private.device is 'The device of the mutation that is being carried out; null where there is none.';

create or replace function private.stamp(p_clocks jsonb, p_groups text[], p_version bigint) returns jsonb
language plpgsql as $$
declare
  edited_at timestamptz := private.edited_at();
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks || jsonb_build_object(field, jsonb_build_object(
      'at', greatest(edited_at, (p_clocks #>> array[field, 'at'])::timestamptz, (p_clocks #>> array[field, 'raised', 'at'])::timestamptz),
      'by', auth.uid(), 'v', p_version, 'd', private.device()));
  end loop;
  return p_clocks;
end $$;

create function private.raise(p_clocks jsonb, p_groups text[]) returns jsonb
language plpgsql as $$
declare
  raised jsonb := jsonb_build_object('at', private.edited_at(), 'by', auth.uid());
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks || jsonb_build_object(field, coalesce(p_clocks -> field, '{}') || jsonb_build_object('raised', raised));
  end loop;
  return p_clocks;
end $$;
comment on function private.raise is 'field_clocks after somebody wrote the value that stands in these groups already.';

create function private.renumber(p_clocks jsonb, p_account uuid, p_version bigint) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case when value ? 'v'
    then value || jsonb_build_object('v', p_version, 'was', jsonb_build_object('a', p_account, 'v', value -> 'v')) else value end), '{}')
  from jsonb_each(p_clocks)
$$;
comment on function private.renumber is
  'field_clocks after the row left p_account and got number p_version of another account''s log.';

create or replace function private.transactions_before_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
  moved boolean := new.account_id <> old.account_id;
begin
  new.description := coalesce(new.description, '');
  new.metadata := private.with_category(new.metadata);
  if new.metadata ->> 'budget_id' is not null
    and (moved or new.metadata ->> 'budget_id' is distinct from old.metadata ->> 'budget_id') then
    new.metadata := private.with_budget(new.metadata, new.account_id, moved);
  end if;
  changed := private.changed_groups(old, new);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := case
      -- A rename of a category writes no transaction: who edited its category did so under the old name.
      when current_setting('carryover.renaming', true) = 'on' then old.field_clocks
      when moved then private.stamp(private.renumber(old.field_clocks, old.account_id, new.version), changed, new.version)
      else private.stamp(old.field_clocks, changed, new.version) end;
  end if;
  return new;
end $$;

create function private.changed_groups(o public.transactions, n public.transactions) returns text[]
language sql immutable as $$
  -- The generated columns of the new row are not there yet.
  select array_remove(array[
    case when n.type <> o.type or n.amount <> o.amount then 'amount' end,
    case when n.type <> o.type then 'type' end,
    case when n.transaction_date <> o.transaction_date then 'date' end,
    case when n.metadata ->> 'category_name' <> o.metadata ->> 'category_name' then 'category' end,
    case when n.description <> o.description or coalesce(n.metadata ->> 'notes', '') <> coalesce(o.metadata ->> 'notes', '') then 'description' end,
    case when n.metadata ->> 'budget_id' is distinct from o.metadata ->> 'budget_id' then 'budgetId' end,
    case when n.account_id <> o.account_id then 'accountId' end], null)
$$;
comment on function private.changed_groups is 'The clocks of the field groups in which two versions of a transaction differ.';

create or replace function private.categories_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.created_at := least(new.created_at, now());
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  changed := array_remove(array[
    case when new.name <> old.name then 'name' end,
    case when new.type <> old.type then 'type' end,
    case when new.account_id <> old.account_id then 'accountId' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(case when new.account_id <> old.account_id
      then private.renumber(old.field_clocks, old.account_id, new.version) else old.field_clocks end, changed, new.version);
  end if;
  return new;
end $$;

create or replace function private.raise_clocks(p_table text, p_id uuid, p_groups text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[] := array(select private.my_reach());
begin
  case p_table
    when 'transactions' then update public.transactions
      set field_clocks = private.raise(field_clocks, p_groups) where transaction_id = p_id and account_id = any (mine);
    when 'accounts' then update public.accounts
      set field_clocks = private.raise(field_clocks, p_groups) where account_id = p_id and account_id = any (mine);
    when 'categories' then update public.categories
      set field_clocks = private.raise(field_clocks, p_groups) where category_id = p_id and account_id = any (mine);
    when 'budgets' then update public.budgets
      set field_clocks = private.raise(field_clocks, p_groups) where budget_id = p_id and account_id = any (mine);
  end case;
end $$;

revoke all on function private.edited_at, private.device, private.raise, private.renumber, private.changed_groups from public;
grant execute on function private.edited_at, private.device to authenticated, service_role;

-- v0.1.0 left the numbers of the old account in the clocks of a row that moved. Those above the row's own number are
-- certainly not of its account. The row's devices know the values since the move.
create function pg_temp.since_move(p_clocks jsonb, p_version bigint) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(key, case when (value ->> 'v')::bigint > p_version
    then value || jsonb_build_object('v', p_clocks #> '{accountId,v}') else value end)
  from jsonb_each(p_clocks)
$$;

-- Nothing that a device reads changes: the rows keep their numbers.
do $$
begin
  perform set_config('carryover.forgetting', 'on', true);
  update public.transactions set field_clocks = pg_temp.since_move(field_clocks, version)
  where field_clocks ? 'accountId' and field_clocks <> pg_temp.since_move(field_clocks, version);
  perform set_config('carryover.forgetting', '', true);
  update public.categories set field_clocks = pg_temp.since_move(field_clocks, version)
  where field_clocks ? 'accountId' and field_clocks <> pg_temp.since_move(field_clocks, version);
end $$;
drop function pg_temp.since_move;
