-- Schedules in the client's form, and how pushes write them (S80a).

create type private.client_schedule as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, type text, amount bigint, refund boolean, category text,
  lines jsonb, description text, notes text, rhythm text, weekend text, "startDate" date, "endDate" date,
  count integer, mode text, "amountMatch" text, "pairId" uuid, "userId" uuid, "userEmail" text
);

create function private.to_client(s public.schedules) returns private.client_schedule
language sql stable as $$
  select row(s.schedule_id, s.version, private.iso(s.created_at), s.account_id,
    case s.type when 'credit' then 'income' else 'expense' end, (s.amount * 100)::bigint, s.refund, s.category_name,
    s.lines, s.description, s.notes, s.rhythm, s.weekend, s.start_date, s.end_date, s.occurrences, s.mode,
    s.amount_match, s.pair_id, s.created_by, private.email_of(s.created_by))::private.client_schedule
$$;
comment on function private.to_client(public.schedules) is 'A schedule as devices have it, in cents.';

create or replace function private.read_rows(p_table text, p_ids uuid[])
 RETURNS TABLE(id uuid, client jsonb, clocks jsonb)
 LANGUAGE plpgsql
 STABLE
AS $$
begin
  case p_table
    when 'transactions' then return query
      select t.transaction_id, to_jsonb(private.to_client(t)) || private.client_details(d.status, d.reconciliation_id,
          d.bank_id, d.import_id, d.imported_text),
        t.field_clocks || coalesce(d.field_clocks, '{}')
      from public.transactions t left join public.transaction_details d using (transaction_id)
      where t.transaction_id = any (p_ids);
    when 'accounts' then return query
      select a.account_id, to_jsonb(private.to_client(a)), a.field_clocks from public.accounts a
      where a.account_id = any (p_ids);
    when 'categories' then return query
      select c.category_id, to_jsonb(private.to_client(c)), c.field_clocks from public.categories c
      where c.category_id = any (p_ids);
    when 'budgets' then return query
      select b.budget_id, to_jsonb(private.to_client(b)), b.field_clocks from public.budgets b
      where b.budget_id = any (p_ids);
    when 'reconciliations' then return query
      select r.reconciliation_id, to_jsonb(private.to_client(r)), '{}'::jsonb from public.reconciliations r
      where r.reconciliation_id = any (p_ids);
    when 'imports' then return query
      select i.import_id, to_jsonb(private.to_client(i)), '{}'::jsonb from public.imports i
      where i.import_id = any (p_ids);
    when 'schedules' then return query
      select s.schedule_id, to_jsonb(private.to_client(s)), s.field_clocks from public.schedules s
      where s.schedule_id = any (p_ids);
    else raise invalid_parameter_value using message = format('No device writes the table %L.', p_table);
  end case;
end $$;

create or replace function private.insert_rows(p_table text, p_rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
begin
  case p_table
    when 'transactions' then
      insert into public.transactions
        (transaction_id, account_id, type, amount, transaction_date, description, metadata, created_at, nature,
          transfer_id, lines)
      select r.id, r."accountId", private.stored_type(r.type), r.amount / 100.0, r.date, r.description,
        private.metadata(r) || '{"source": "ui"}', r."createdAt"::timestamptz, coalesce(r.nature, 'regular'),
        r."transferId", r.lines
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_transaction, item) r;
      perform private.insert_details(p_rows);
    when 'accounts' then
      insert into public.accounts (account_id, account_name, account_type, description, account_number, created_at,
        kind, archived, position)
      select r.id, r.name, r.type, r.description, r."accountNumber", r."createdAt"::timestamptz,
        coalesce(r.kind, 'other'), coalesce(r.archived, false), r.position
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_account, item) r;
    when 'categories' then
      insert into public.categories (category_id, account_id, name, type, created_at, group_name, archived)
      select r.id, r."accountId", r.name, r.type, r."createdAt"::timestamptz, r."group", coalesce(r.archived, false)
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_category, item) r;
    when 'budgets' then
      insert into public.budgets (budget_id, account_id, name, amount, category_id, description, short_id,
        currency_code, period_type, start_date, created_at)
      select r.id, r."accountId", r.name, r.amount / 100.0, r."categoryId", r.description, r."shortId",
        r."currencyCode", r."periodType", r."startDate", r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_budget, item) r;
    when 'reconciliations' then
      insert into public.reconciliations (reconciliation_id, account_id, statement_date, statement_balance, created_at)
      select r.id, r."accountId", r.date, r.balance / 100.0, r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_reconciliation, item) r;
    when 'imports' then
      insert into public.imports (import_id, account_id, file_name, format, created_at)
      select r.id, r."accountId", r."fileName", r.format, r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_import, item) r;
    when 'schedules' then
      insert into public.schedules (schedule_id, account_id, type, amount, refund, category_name, lines, description,
        notes, rhythm, weekend, start_date, end_date, occurrences, mode, amount_match, pair_id, created_at)
      select r.id, r."accountId", private.stored_type(r.type), r.amount / 100.0, r.refund, r.category, r.lines,
        r.description, r.notes, r.rhythm, r.weekend, r."startDate", r."endDate", r.count, r.mode, r."amountMatch",
        r."pairId", r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_schedule, item) r;
  end case;
end $$;

create or replace function private.update_rows(p_table text, p_rows jsonb[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $$
declare
  touched uuid[];
begin
  case p_table
    when 'transactions' then
      with written as (
        update public.transactions t
        set account_id = r."accountId", type = private.stored_type(r.type), amount = r.amount / 100.0,
          transaction_date = r.date, description = r.description,
          metadata = (t.metadata - array['budget_id', 'refund']) || private.metadata(r), nature = r.nature,
          transfer_id = r."transferId", lines = r.lines
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_transaction, item) r
        where t.transaction_id = r.id returning t.transaction_id
      )
      select array_agg(transaction_id) into touched from written;
    when 'accounts' then
      with written as (
        update public.accounts a
        set account_name = r.name, account_type = r.type, description = r.description,
          account_number = r."accountNumber", kind = r.kind, archived = r.archived, position = r.position
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_account, item) r
        where a.account_id = r.id returning a.account_id
      )
      select array_agg(account_id) into touched from written;
    when 'categories' then
      with written as (
        update public.categories c set name = r.name, group_name = r."group", archived = r.archived
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_category, item) r
        where c.category_id = r.id returning c.category_id
      )
      select array_agg(category_id) into touched from written;
    when 'budgets' then
      with written as (
        update public.budgets b
        set name = r.name, amount = r.amount / 100.0, category_id = r."categoryId", description = r.description,
          start_date = r."startDate"
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_budget, item) r
        where b.budget_id = r.id returning b.budget_id
      )
      select array_agg(budget_id) into touched from written;
    when 'schedules' then
      with written as (
        update public.schedules s
        set type = private.stored_type(r.type), amount = r.amount / 100.0, refund = r.refund,
          category_name = r.category, lines = r.lines, description = r.description, notes = r.notes,
          rhythm = r.rhythm, weekend = r.weekend, start_date = r."startDate", end_date = r."endDate",
          occurrences = r.count, mode = r.mode, amount_match = r."amountMatch", pair_id = r."pairId",
          created_by = r."userId"
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_schedule, item) r
        where s.schedule_id = r.id returning s.schedule_id
      )
      select array_agg(schedule_id) into touched from written;
    -- Nobody edits one.
    when 'reconciliations', 'imports' then null;
  end case;
  return coalesce(touched, '{}');
end $$;

create or replace function private.delete_row(p_table text, p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $$
begin
  case p_table
    when 'accounts' then delete from public.accounts where account_id = p_id;
    when 'categories' then delete from public.categories where category_id = p_id;
    when 'budgets' then delete from public.budgets where budget_id = p_id;
    when 'reconciliations' then delete from public.reconciliations where reconciliation_id = p_id;
    when 'imports' then delete from public.imports where import_id = p_id;
    when 'schedules' then delete from public.schedules where schedule_id = p_id;
  end case;
  return found;
end $$;

create function private.is_asked_by_none_else(p_clocks jsonb) returns boolean
language sql stable as $$
  select coalesce(p_clocks #>> '{row,raised,by}' = auth.uid()::text, true)
$$;
comment on function private.is_asked_by_none_else is
  'Whether the caller may be noted as who asks for a row that somebody else has made, too (S67n). Of several people one '
  'is enough, and the one who made the row must not take the other''s place.';

create or replace function private.push_insert(p_table text, p_rows jsonb[])
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $$
declare
  result private.outcome := (null, '{}', null, '{}');
  there record;
  differing jsonb;
begin
  if p_table <> 'accounts' and not private.decides_apart() and exists (
    select from (
      select private.as_uuid(account) as id
      from (select distinct r ->> 'accountId' as account from unnest(p_rows) r) named) wanted
    where not exists (select from public.accounts a where a.account_id = wanted.id)
      and not exists (select from public.budgets b where b.account_id = wanted.id)
  ) then
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  for there in
    select r.id, r.client, r.clocks, item
    from private.read_rows(p_table, array(select (one ->> 'id')::uuid from unnest(p_rows) one)) r
    join unnest(p_rows) item on r.id::text = item ->> 'id'
  loop
    p_rows := array_remove(p_rows, there.item);
    select jsonb_object_agg(key, there.client -> key) into differing from jsonb_each(there.item)
    where there.client ? key and key not in ('createdAt', 'ownerId') and value <> there.client -> key;
    if differing is not null and p_table in ('transactions', 'budgets', 'schedules') then
      perform private.refuse_row(there.id, 'PT409', 'duplicate', 'The id is taken by something else.');
      continue;
    elsif differing is not null then
      result.superseded := 'newer';
      result.kept := result.kept || differing;
      perform private.note_kept(there.id, 'newer', differing, null);
    end if;
    -- Two people may make one category, and its undo takes it from neither of them (S67n).
    if p_table = 'categories' and private.is_asked_by_none_else(there.clocks) then
      perform private.raise_own(p_table, there.id, '{row}');
    end if;
    result.versions := result.versions || private.versions_of(there.client);
  end loop;
  if private.decides_apart() then
    p_rows := private.rows_left(p_rows);
    if p_rows <> '{}' then perform private.write_rows('insert', p_rows); end if;
    return result;
  end if;
  if p_table = 'transactions' and current_setting('carryover.restores', true) is distinct from 'on'
    and private.strange_imports(p_rows) <> '{}'
  then
    perform private.refuse_import();
  end if;
  if p_rows <> '{}' then
    perform private.insert_rows(p_table, p_rows);
  end if;
  return result;
end $$;

create or replace function private.push_set(
  p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamp with time zone
)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $$
declare
  rows jsonb[] := array(select op -> 'row' from unnest(p_operations) with ordinality o (op, n) order by n);
begin
  if p_kind = 'insert' and p_table = 'transactions' then
    return private.add_transactions(private.carry_rows(rows));
  elsif p_kind = 'insert' then
    -- Schedules name categories, too (S80g).
    return private.push_insert(p_table, case p_table when 'schedules' then private.carry_rows(rows) else rows end);
  elsif p_kind = 'patch' and p_table = 'schedules' and exists (
    select from unnest(p_operations) op
    where op -> 'after' ? 'userId' and op #>> '{after,userId}' is distinct from auth.uid()::text)
  then
    perform private.refuse('PT403', 'forbidden', 'Nobody makes somebody else keep a schedule going.');
  elsif p_kind = 'patch' then
    return private.push_patches(p_table, p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'transactions' then
    return private.push_deletions(p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'imports' then
    return private.push_import_deletion(p_operations[1], p_edited_at);
  elsif p_kind = 'delete' then
    return private.push_small_deletion(p_table, p_operations[1], p_edited_at);
  elsif p_kind = 'restore' then
    return private.restore_by_hand(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $$;

revoke all on function private.to_client(public.schedules), private.is_asked_by_none_else from public;
grant execute on function private.to_client(public.schedules), private.is_asked_by_none_else to authenticated;
