-- What the triggers of transactions do for a thousand rows at once takes a thousand times as long as for one, and no
-- longer. PostgreSQL keeps the plan that it made for the first statement of a connection, which most often wrote one
-- row.
-- So no join here may be a nested loop over two sets of rows: old and new rows meet in a full join, which never is one,
-- and all else is looked up row by row, by an index (offset 0).

create or replace function private.transactions_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The account that a row left; then the month that it left; then each shared budget that no longer sees it, or sees
  -- it in another month. A budget's record has the number that the row now has, so it comes and goes in one answer.
  with pairs as materialized (
    select transaction_id, o.account_id, o.transaction_date, o.category_name, o.budget_id, o.nature, o.lines,
      o.created_by, o.created_by_email, o.version as old_version, n.version, n.account_id as now_account,
      n.category_name as now_category, n.budget_id as now_budget, n.nature as now_nature, n.lines as now_lines,
      date_trunc('month', n.transaction_date) <> date_trunc('month', o.transaction_date) as left_month
    from old_rows o full join new_rows n using (transaction_id)
  ), moved as materialized (
    select private.next_version(p.account_id) as number, p.*
    from pairs p join public.accounts using (account_id) where p.now_account <> p.account_id
  ), stayed as (
    select * from pairs where now_account = account_id and version <> old_version
  ), views as (
    select * from private.shared_views where account_id in (select account_id from old_rows)
  )
  insert into private.removals
    (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select account_id, number, 'transaction', transaction_id, transaction_date, null::uuid, auth.uid(), created_by,
    created_by_email
  from moved
  union all
  select account_id, version, 'transaction', transaction_id, transaction_date, null, auth.uid(), created_by,
    created_by_email
  from stayed where left_month
  union all
  select o.account_id, o.number, 'transaction', o.transaction_id, o.transaction_date, v.budget_id, auth.uid(),
    o.created_by, o.created_by_email
  from moved o join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, o.nature, o.budget_id, o.category_name, o.lines)
  union all
  select s.account_id, s.version, 'transaction', s.transaction_id, s.transaction_date, v.budget_id, auth.uid(),
    s.created_by, s.created_by_email
  from stayed s join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, s.nature, s.budget_id, s.category_name, s.lines)
    and (s.left_month
      or not private.is_in_view(v.budget_id, v.category_name, s.now_nature, s.now_budget, s.now_category, s.now_lines));
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, sum(case type when 'credit' then amount else -amount end) as delta from (
        select account_id, type, amount from new_rows
        union all
        select account_id, type, -amount from old_rows) changes
      group by account_id) d));
  perform private.end_statement();
  return null;
end $$;

create or replace function private.record_transaction_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A row that moved took a number in both logs. What was there before belongs to the account that it left.
  -- It is whole: what other people do to the row in its new account must not be needed to tell what it was in the old.
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, moved_to, author,
    author_email, device, edited_at)
  with pairs as materialized (
    select row(o.*)::public.transactions as was, row(n.*)::public.transactions as becomes
    from old_rows o full join new_rows n on n.transaction_id = o.transaction_id
  )
  select (p.was).account_id,
    case when not moves then (p.becomes).version else (
      select max(r.version) from private.removals r
      where r.row_id = (p.was).transaction_id and r.account_id = (p.was).account_id and r.budget_id is null) end,
    (p.was).transaction_id, 'transactions', 'change', private.changed_groups(p.was, p.becomes),
    case when moves then to_jsonb(private.to_client(p.was))
      else private.changed_fields(to_jsonb(private.to_client(p.was)), to_jsonb(private.to_client(p.becomes))) end,
    case when moves then (p.becomes).account_id end, (select auth.uid()), (select auth.email()), private.device(),
    private.edited_at()
  from pairs p, lateral (select (p.becomes).account_id <> (p.was).account_id as moves) move
  where moves or (p.becomes).version <> (p.was).version;
  return null;
end $$;

create or replace function private.details_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
  place record;
begin
  -- A reconciliation and an import are about the account that the transaction left.
  with pairs as materialized (
    select transaction_id, o.account_id as old_account, n.account_id as new_account, n.version as number,
      n.amount <> o.amount or n.type <> o.type as revalued
    from old_rows o full join new_rows n using (transaction_id)
  ), detailed as materialized (
    -- Few updates are of this kind.
    select d.*, p.old_account, p.new_account, p.number, p.new_account <> p.old_account as moves
    from pairs p cross join lateral (
      select * from public.transaction_details d where d.transaction_id = p.transaction_id offset 0) d
    where p.new_account <> p.old_account or p.revalued
  ), moved as materialized (
    select m.*, array_remove(array[case when m.status <> 'open' then 'status' end,
        case when coalesce(m.bank_id, m.import_id::text, m.imported_text) is not null then 'bankId' end], null)
        as groups
    from detailed m where m.moves
  ), opened as (
    -- It is there. So each is found by its id.
    insert into public.transaction_details (transaction_id, account_id, field_clocks)
    select m.transaction_id, m.new_account,
      private.stamp(private.renumber(m.field_clocks, m.old_account, m.number), m.groups, m.number)
    from moved m
    on conflict (transaction_id) do update
      set account_id = excluded.account_id, status = 'open', reconciliation_id = null, bank_id = null,
        import_id = null, imported_text = null, field_clocks = excluded.field_clocks
  ), recorded as (
    update private.changes c
    set groups = c.groups || m.groups, before = c.before || private.client_details(m.status, m.reconciliation_id,
      m.bank_id, m.import_id, m.imported_text)
    from moved m
    where m.groups <> '{}' and c.change_id = (select l.change_id from private.changes l
      where l.row_id = m.transaction_id and l.account_id = m.old_account order by l.at desc limit 1)
  )
  select array_agg(reconciliation_id) filter (where reconciliation_id is not null) into touched from detailed;
  perform private.touch_reconciliations(touched);
  -- Every row with a key has details.
  for place in
    with pairs as materialized (
      select transaction_id, o.account_id as left_account, n.account_id as new_account
      from old_rows o full join new_rows n using (transaction_id)
    )
    select left_account, new_account, array_agg(transaction_id) as rows
    from pairs
    where new_account <> left_account and exists (
      select from public.transaction_details d where d.transaction_id = pairs.transaction_id offset 0)
    group by left_account, new_account
  loop
    perform private.end_keys(place.rows, place.left_account, 'moved');
    perform private.end_keys(place.rows, place.new_account, 'here');
  end loop;
  perform private.end_statement();
  return null;
end $$;

create or replace function private.details_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ended record;
begin
  for ended in with gone as (
    delete from public.transaction_details d
    where d.transaction_id = any (array(select o.transaction_id from old_rows o)) returning d.*
  )
  select g.account_id, array_agg(g.transaction_id) as rows,
    array_agg(g.reconciliation_id) filter (where g.reconciliation_id is not null) as reconciliations
  from gone g join public.accounts using (account_id) group by g.account_id
  loop
    if ended.reconciliations is not null then
      perform private.touch_reconciliations(ended.reconciliations);
    end if;
    perform private.end_keys(ended.rows, ended.account_id, 'deleted');
  end loop;
  perform private.end_statement();
  return null;
end $$;
