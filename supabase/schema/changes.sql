-- What rows were before: every change and removal of a year, and how a removed row comes back.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Kept a year. Adding transactions, renaming their category and deleting a whole account write nothing here.
create table private.changes (
  change_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  -- The number that the change took in the log of account_id.
  version bigint not null,
  row_id uuid not null,
  of_table text not null,
  kind text not null,
  groups text[] not null,
  -- In the client's form (src/domain/rows.ts): the fields that changed, or the whole row that was removed or left the
  -- account.
  before jsonb not null,
  -- The account to which the row went, if this change moved it.
  moved_to uuid,
  -- field_clocks of a removed row.
  clocks jsonb,
  author uuid,
  -- The author's address at that time, as created_by_email of a transaction.
  author_email text,
  device uuid,
  edited_at timestamp with time zone not null,
  at timestamp with time zone default clock_timestamp() not null,
  -- The clock of the status of a removed transaction.
  status_clock jsonb,
  -- What one command did: the mutation, or the action of several that it names.
  action uuid default private.action(),
  -- The action that the change took back.
  undoes uuid default private.undoes(),
  constraint changes_pkey PRIMARY KEY (change_id),
  constraint changes_kind_check CHECK ((kind = ANY (ARRAY['addition'::text, 'change'::text, 'removal'::text, 'restore'::text]))),
  constraint changes_of_table_check CHECK ((of_table = ANY (ARRAY['accounts'::text, 'transactions'::text, 'categories'::text, 'budgets'::text, 'schedules'::text])))
);
CREATE INDEX changes_account ON private.changes USING btree (account_id, at);
CREATE INDEX changes_account_created ON private.changes USING btree (account_id, ((before ->> 'createdAt'::text)) COLLATE "C") WHERE ((before ->> 'createdAt'::text) IS NOT NULL);
CREATE INDEX changes_at ON private.changes USING brin (at);
CREATE INDEX changes_author ON private.changes USING btree (author) WHERE (author IS NOT NULL);
CREATE INDEX changes_contributor ON private.changes USING btree (((before ->> 'userId'::text))) WHERE ((kind = 'removal'::text) OR (moved_to IS NOT NULL));
CREATE INDEX changes_makers ON private.changes USING btree (((before ->> 'userId'::text))) WHERE (of_table = 'schedules'::text);
CREATE INDEX changes_moved_to ON private.changes USING btree (moved_to, at) WHERE (moved_to IS NOT NULL);
CREATE INDEX changes_owner ON private.changes USING btree (((before ->> 'ownerId'::text))) WHERE (of_table = 'accounts'::text);
CREATE INDEX changes_reconciliation ON private.changes USING btree (((before ->> 'reconciliationId'::text))) WHERE ((before ->> 'reconciliationId'::text) IS NOT NULL);
CREATE INDEX changes_row ON private.changes USING btree (row_id, account_id, at);

-- For each row. A deleted row has no number yet when this runs: its number here is the one before.
CREATE OR REPLACE FUNCTION private.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change private.changes;
  was jsonb;
  becomes jsonb;
begin
  if tg_op <> 'INSERT' then
    case tg_table_name
      when 'accounts' then was := to_jsonb(private.to_client(old::public.accounts));
      when 'categories' then was := to_jsonb(private.to_client(old::public.categories));
      when 'budgets' then was := to_jsonb(private.to_client(old::public.budgets));
      when 'schedules' then was := to_jsonb(private.to_client(old::public.schedules));
    end case;
  end if;
  if tg_op <> 'DELETE' then
    case tg_table_name
      when 'accounts' then becomes := to_jsonb(private.to_client(new::public.accounts));
      when 'categories' then becomes := to_jsonb(private.to_client(new::public.categories));
      when 'budgets' then becomes := to_jsonb(private.to_client(new::public.budgets));
      when 'schedules' then becomes := to_jsonb(private.to_client(new::public.schedules));
    end case;
  end if;
  change.account_id := private.account_of(coalesce(was, becomes));
  change.row_id := coalesce(was, becomes) ->> 'id';
  change.groups := '{}';
  if tg_op = 'INSERT' then
    -- The built-in categories come with their account.
    if tg_table_name = 'categories' and exists (
      select from public.accounts a where a.account_id = change.account_id and a.created_at >= new.created_at
    ) then
      return null;
    end if;
    change.kind := 'addition';
    change.version := new.version;
    change.before := '{}';
  elsif tg_op = 'DELETE' then
    change.kind := 'removal';
    select coalesce((private.counters() ->> change.account_id::text)::bigint, l.version) into change.version
    from private.account_log l join public.accounts a using (account_id) where l.account_id = change.account_id;
    -- The whole account goes.
    if not found then return null; end if;
    change.before := was;
    change.clocks := old.field_clocks;
  else
    change.kind := 'change';
    change.version := new.version;
    change.before := private.changed_fields(was, becomes);
    change.groups := array(select distinct coalesce(private.field_group(tg_table_name, key), key)
      from jsonb_object_keys(change.before) key order by 1);
    if private.account_of(becomes) <> change.account_id then
      change.moved_to := private.account_of(becomes);
      change.before := was;
    end if;
    -- Only a number, for another address of the owner.
    if change.before = '{}' then return null; end if;
  end if;
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, moved_to, clocks, author,
    author_email, device, edited_at)
  values (change.account_id, change.version, change.row_id, tg_table_name, change.kind, change.groups, change.before,
    change.moved_to, change.clocks, auth.uid(), auth.email(), private.device(), private.edited_at());
  return null;
end $function$;

-- Writes what edited transactions were before into private.changes. A row that moved is kept whole, for its old
-- account.
CREATE OR REPLACE FUNCTION private.record_transaction_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- Writes deleted transactions into private.changes, whole and with their clocks, so that they can come back (S39f).
CREATE OR REPLACE FUNCTION private.record_transaction_removals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Their details go after this.
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, clocks, status_clock,
    author, author_email, device, edited_at)
  select o.account_id, l.number, o.transaction_id, 'transactions', 'removal', '{}',
    to_jsonb(private.to_client(row(o.*)::public.transactions)) || private.client_details(d.status, d.reconciliation_id,
      d.bank_id, d.import_id, d.imported_text),
    o.field_clocks, d.field_clocks, (select auth.uid()), (select auth.email()), private.device(), private.edited_at()
  from old_rows o join public.accounts using (account_id)
    join private.last_removals(array(select transaction_id from old_rows)) l
      on l.row_id = o.transaction_id and l.account_id = o.account_id
    left join public.transaction_details d on d.transaction_id = o.transaction_id;
  return null;
end $function$;

-- Who brought a transaction back, which the row does not tell: its contributor stays who entered it.
CREATE OR REPLACE FUNCTION private.record_transaction_restores()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, author, author_email, device,
    edited_at)
  select n.account_id, n.version, n.transaction_id, 'transactions', 'restore', '{}', '{}', (select auth.uid()),
    (select auth.email()), private.device(), private.edited_at()
  from new_rows n;
  return null;
end $function$;

-- The old values of the fields in which two versions of a row differ, both in the client's form.
CREATE OR REPLACE FUNCTION private.changed_fields(p_old jsonb, p_new jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_old)
  where key not in ('version', 'userEmail') and value is distinct from p_new -> key
$function$;
grant execute on function private.changed_fields(p_old jsonb, p_new jsonb) to authenticated;

-- The clocks of the field groups in which two versions of a transaction differ.
CREATE OR REPLACE FUNCTION private.changed_groups(o transactions, n transactions)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- The generated columns of the new row are not there yet.
  select array_remove(array[
    case when n.type <> o.type or n.amount <> o.amount or turned then 'amount' end,
    case when n.type <> o.type or turned then 'type' end,
    case when n.transaction_date <> o.transaction_date then 'date' end,
    case when n.metadata ->> 'category_name' <> o.metadata ->> 'category_name' then 'category' end,
    case when n.description <> o.description then 'description' end,
    case when coalesce(n.metadata ->> 'notes', '') <> coalesce(o.metadata ->> 'notes', '') then 'notes' end,
    case when n.metadata ->> 'budget_id' is distinct from o.metadata ->> 'budget_id' then 'budgetId' end,
    case when n.account_id <> o.account_id then 'accountId' end,
    case when n.nature <> o.nature or n.transfer_id is distinct from o.transfer_id then 'nature' end,
    case when n.lines is distinct from o.lines then 'lines' end], null)
  from (select coalesce(n.metadata -> 'refund' = 'true', false) <> coalesce(o.metadata -> 'refund' = 'true', false))
    refund (turned)
$function$;

-- The removal of a transaction that stands nowhere now, with its content: only for members of the account in which it
-- stood (S39g).
CREATE OR REPLACE FUNCTION private.removed_transaction(p_row uuid)
 RETURNS private.changes
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.changes c
  where c.change_id = (
      select r.change_id from private.changes r
      where r.row_id = p_row and r.kind = 'removal' and r.of_table = 'transactions' order by r.at desc limit 1)
    and c.account_id in (select private.my_accounts())
    and not exists (select from public.transactions t where t.transaction_id = p_row)
$function$;
grant execute on function private.removed_transaction(p_row uuid) to authenticated;

-- private.removed_transaction for many rows.
CREATE OR REPLACE FUNCTION private.removed_transactions(p_rows uuid[])
 RETURNS SETOF private.changes
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select last.* from (select distinct unnest(p_rows)) one (id) cross join lateral (
    select * from private.changes c
    where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions' order by c.at desc limit 1) last
  where last.account_id = any (array(select private.my_accounts()))
    and not exists (select from public.transactions t where t.transaction_id = one.id offset 0)
$function$;
grant execute on function private.removed_transactions(p_rows uuid[]) to authenticated;

-- A row of any table as it was when it was last deleted: only for members of the account in which it stood (S39g).
CREATE OR REPLACE FUNCTION private.removed_content(p_row uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.before - array['version', 'userEmail'] from private.changes c
  where c.row_id = p_row and c.kind = 'removal' and c.account_id in (select private.my_accounts())
  order by c.at desc limit 1
$function$;
grant execute on function private.removed_content(p_row uuid) to authenticated;

-- The caller's accounts from which these transactions were removed, if they stand nowhere now. An edit may bring them
-- back.
CREATE OR REPLACE FUNCTION private.removed_from(p_rows uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select removed.account_id from unnest(p_rows) one (id) cross join lateral (
    select c.account_id from private.changes c
    where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions' offset 0) removed
  where removed.account_id = any (array(select private.my_accounts()))
    and not exists (select from public.transactions t where t.transaction_id = one.id offset 0)
$function$;
grant execute on function private.removed_from(p_rows uuid[]) to authenticated;

-- The content of a removed transaction, with its category's name as it is now (S39c).
CREATE OR REPLACE FUNCTION private.since_removal(p_removal private.changes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(before -> 'lines') = 'array'
    then jsonb_set(before, '{lines}', private.carried_lines(p_removal.account_id, private.category_type(before),
      before -> 'lines', cursor, p_removal.at, null))
    else jsonb_set(before, '{category}', to_jsonb(private.carried(p_removal.account_id, private.category_type(before),
      before ->> 'category', cursor, p_removal.at, null))) end
  from (select p_removal.before, jsonb_build_object(p_removal.account_id, p_removal.version)) removal (before, cursor)
$function$;
grant execute on function private.since_removal(p_removal private.changes) to authenticated;

-- The row to restore. What it does not name comes from the removal, because a device of an older version may not know
-- it. Lines do not, when the restore names another amount, type or category than they belong to.
CREATE OR REPLACE FUNCTION private.with_removal(p_row jsonb, p_removal private.changes)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  removed jsonb;
begin
  if p_removal.change_id is null or p_removal.account_id is distinct from private.as_uuid(p_row ->> 'accountId') then
    return p_row;
  end if;
  removed := private.since_removal(p_removal);
  if not (removed || p_row) @> jsonb_build_object(
    'amount', removed -> 'amount', 'type', removed -> 'type', 'category', removed -> 'category')
  then
    removed := removed - array['lines', 'refund'];
  end if;
  return removed || p_row;
end $function$;
grant execute on function private.with_removal(p_row jsonb, p_removal private.changes) to authenticated;

-- field_clocks of a transaction that is brought back: those of its removal (S39f).
CREATE OR REPLACE FUNCTION private.restored_clocks(p_row transactions)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      array['amount', 'type', 'date', 'category', 'description', 'notes', 'budgetId', 'accountId', 'nature', 'lines',
        'row'],
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
  return private.stamp(removal.clocks, private.changed_groups(was, p_row) || '{row}', p_row.version,
    case when was.amount = p_row.amount then '{amount}'::text[] else '{}' end);
end $function$;

-- Somebody else deleted the row before. The later deletion counts from now on (S39e), and both are known.
CREATE OR REPLACE FUNCTION private.delete_again(p_row uuid, p_edited_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removal private.changes;
begin
  select * into removal from private.changes c
  where c.row_id = p_row and c.kind = 'removal' and c.of_table = 'transactions'
    and not exists (select from public.transactions t where t.transaction_id = p_row)
  order by c.at desc limit 1;
  -- A guest of a budget may know that the row is gone, too.
  if removal.change_id is null or (private.find_removal(p_row)).row_id is null then return; end if;
  insert into private.deleters (change_id, user_id)
  select removal.change_id, u.id from auth.users u where u.id in (removal.author, auth.uid())
  on conflict do nothing;
  update private.changes c set edited_at = p_edited_at, author = auth.uid(), author_email = auth.email(),
    device = private.device(), action = private.action(), undoes = private.undoes()
  where c.change_id = removal.change_id and private.is_later(p_edited_at, auth.uid(), c.edited_at, c.author)
    and c.account_id in (select private.my_accounts())
    and (c.before ->> 'userId' = auth.uid()::text or c.account_id in (select private.my_accounts('admin')));
end $function$;
grant execute on function private.delete_again(p_row uuid, p_edited_at timestamp with time zone) to authenticated;

-- Everybody who deleted a transaction that several people deleted, by its removal in private.changes. Of other removals
-- only the author there is known.
create table private.deleters (
  change_id uuid not null,
  user_id uuid not null,
  constraint deleters_pkey PRIMARY KEY (change_id, user_id),
  constraint deleters_change_id_fkey FOREIGN KEY (change_id) REFERENCES private.changes(change_id) ON DELETE CASCADE,
  constraint deleters_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX deleters_user ON private.deleters USING btree (user_id);
