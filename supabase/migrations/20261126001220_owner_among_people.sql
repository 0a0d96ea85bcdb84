-- Whoever has an account sees its owner among its people, under the owner's address of now. It goes with the account's
-- row in a pull and stands in no table, so neither the history nor a verdict can keep it.

create or replace function private.as_spoken(p_row jsonb) returns jsonb language sql stable as $$
  select case when private.spoken_protocol() < 5
    then p_row - array['kind', 'archived', 'position', 'group', 'ownerEmail'] else p_row end
$$;

-- answer: ScopeAnswer of sync/protocol.ts; delivered: its number of transactions, which come field by field.
create or replace function private.pull_scope(
  s private.scope, p_cursor jsonb, p_reset boolean, p_room integer, out answer json, out delivered integer
) returns record language plpgsql stable as $$
declare
  reset boolean;
  modern boolean := private.spoken_protocol() >= 5;
  older boolean := private.lacks_fields(p_cursor);
  since bigint := 0;
  loaded date := 'infinity';
  oldest date;
  bottom date;
  page record;
  last bigint;
  transactions json;
  changed uuid[];
  totals json;
  reached bigint;
  more boolean := false;
  keys json;
  keys_reached bigint;
begin
  -- A cursor names the protocol under which its rows were brought; without one it is 4. The first pull under a newer
  -- one brings again the rows whose newer fields do not hold their defaults (S43d). Accounts and categories are few, so
  -- all of them come.
  reset := p_reset or p_cursor is null or p_cursor ->> 'grantId' is distinct from s.grant_id::text
    or (p_cursor ->> 'version')::bigint not between s.floor and s.head;
  if not reset then
    since := p_cursor ->> 'version';
    loaded := (p_cursor ->> 'before') || '-01';
  end if;
  -- Months are still missing: what changed in those that are there, and the next ones whole.
  if loaded is not null then
    oldest := private.oldest_month(s.account_id, s.budget_id, loaded, p_room);
    bottom := coalesce(oldest, '-infinity');
  end if;
  select * into page from private.page_end(s.account_id, s.budget_id, since, p_room) where loaded is null;
  -- A plain value is a bound of the index, which the policies do not let an expression be.
  last := coalesce(page.reached, s.head);
  select json_build_object('id', json_agg(id), 'version', json_agg(version), 'createdAt', json_agg("createdAt"),
      'type', json_agg(type), 'amount', json_agg(amount), 'date', json_agg(date),
      'description', json_agg(description), 'category', json_agg(category), 'notes', json_agg(notes),
      'budgetId', json_agg("budgetId"), 'userId', json_agg("userId"), 'userEmail', json_agg("userEmail"),
      -- Of few rows: the others hold the default.
      'nature', json_object_agg(id, nature) filter (where modern and nature <> 'regular'),
      'transferId', json_object_agg(id, "transferId") filter (where modern and "transferId" is not null),
      'lines', json_object_agg(id, lines) filter (where modern and lines is not null),
      'status', json_object_agg(id, standing) filter (where modern and standing <> 'open'),
      'reconciliationId', json_object_agg(id, reconciliation) filter (where modern and reconciliation is not null),
      'bankId', json_object_agg(id, bank) filter (where modern and bank is not null),
      'importId', json_object_agg(id, import) filter (where modern and import is not null),
      'importedText', json_object_agg(id, imported) filter (where modern and imported is not null)),
      count(*), array_agg(id) filter (where not reset and version > since)
    into transactions, delivered, changed from (
    (select (private.to_client(t)).*, coalesce(d.status, 'open') as standing, d.reconciliation_id as reconciliation,
        d.bank_id as bank, d.import_id as import, d.imported_text as imported
      from private.scope_transactions(s.account_id, s.budget_id) t
        left join lateral (
          select * from public.transaction_details d
          where s.budget_id is null and d.transaction_id = t.transaction_id offset 0) d on true
      where not reset and t.version > since and t.version <= last
        and (loaded is null or t.transaction_date >= loaded)
      order by t.version)
    union all
    (select (private.to_client(t)).*, coalesce(d.status, 'open'), d.reconciliation_id, d.bank_id, d.import_id,
        d.imported_text
      from private.scope_transactions(s.account_id, s.budget_id) t
        left join lateral (
          select * from public.transaction_details d
          where s.budget_id is null and d.transaction_id = t.transaction_id offset 0) d on true
      where loaded is not null and t.transaction_date < loaded and t.transaction_date >= bottom
      order by t.transaction_date desc)
    union all
    -- The rows whose newer fields are not as the device assumes. One id after the other finds their details (offset 0):
    -- a page must not go through the details of everybody.
    (select (private.to_client(t)).*, coalesce(d.status, 'open'), d.reconciliation_id, d.bank_id, d.import_id,
        d.imported_text
      from private.scope_transactions(s.account_id, s.budget_id) t
        left join lateral (
          select * from public.transaction_details d
          where s.budget_id is null and d.transaction_id = t.transaction_id offset 0) d on true
      where older and not reset and t.version <= since and (loaded is null or t.transaction_date >= loaded)
        and (t.nature <> 'regular' or t.lines is not null or d.status <> 'open' or d.import_id is not null))) rows;
  if not modern then transactions := json_strip_nulls(transactions); end if;
  if loaded is null then
    more := page.more;
  elsif oldest is not null then
    more := true;
    if reset or older or since < s.head then totals := private.month_totals(s.account_id, s.budget_id, oldest); end if;
  end if;
  reached := case when loaded is null and more then page.reached else s.head end;
  -- Keys come after the rows, so a device shows rows first.
  if modern and s.budget_id is null then
    keys_reached := case when reset then 0 else coalesce((p_cursor ->> 'keys')::bigint, 0) end;
    if not more then
      select k.groups, k.reached, k.more into keys, keys_reached, more
      from private.pull_keys(s.account_id, keys_reached, reached) k;
    end if;
  end if;
  answer := (select json_object_agg(field, value) from (values
    ('scope', to_json(s.scope)), ('accountId', to_json(s.account_id)), ('role', to_json(s.role)),
    ('reset', to_json(reset)), ('head', to_json(s.head)), ('floor', to_json(s.floor)),
    ('removals', case when reset then '[]'
      else private.removals_between(s.account_id, s.budget_id, since, reached, loaded is null and more, changed) end),
    ('accounts', (select coalesce(json_agg(private.as_spoken(to_jsonb(private.to_client(a))
        || jsonb_build_object('ownerEmail', private.email_of(a.owner_id)))), '[]')
      from public.accounts a
      where s.budget_id is null and a.account_id = s.account_id
        and (a.version > since or older))),
    ('categories', (select coalesce(json_agg(private.as_spoken(to_jsonb(private.to_client(c)))), '[]')
      from public.categories c
      where c.account_id = s.account_id and (c.version > since or older)
        and (s.budget_id is null
          or c.category_id = (select b.category_id from public.budgets b where b.budget_id = s.budget_id)))),
    ('budgets', (select coalesce(json_agg(private.to_client(b)), '[]') from public.budgets b
      where b.account_id = s.account_id and b.version > since and (s.budget_id is null or b.budget_id = s.budget_id))),
    ('memberships', (select coalesce(json_agg(private.to_client(m)), '[]') from public.memberships m
      where m.account_id = s.account_id and m.version > since and (s.budget_id is null or m.budget_id = s.budget_id))),
    ('reconciliations', (select coalesce(json_agg(private.to_client(r)), '[]') from public.reconciliations r
      where s.budget_id is null and r.account_id = s.account_id and (older or r.version > since))),
    ('imports', (select coalesce(json_agg(private.to_client(i)), '[]') from public.imports i
      where s.budget_id is null and i.account_id = s.account_id and (older or i.version > since))),
    ('keys', coalesce(keys, '[]')),
    ('transactions', case when delivered > 0 then transactions end), ('totals', totals),
    ('cursor', case when keys_reached is null then private.cursor_of(reached, s.grant_id, oldest)
      else to_json(to_jsonb(private.cursor_of(reached, s.grant_id, oldest))
        || jsonb_build_object('keys', keys_reached)) end),
    ('more', to_json(more))) fields (field, value)
    -- Protocol 4 does not know these.
    where field not in ('reconciliations', 'imports', 'keys') or modern);
end $$;

-- For each row. A deleted row has no number yet when this runs: its number here is the one before.
create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
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
    end case;
  end if;
  if tg_op <> 'DELETE' then
    case tg_table_name
      when 'accounts' then becomes := to_jsonb(private.to_client(new::public.accounts));
      when 'categories' then becomes := to_jsonb(private.to_client(new::public.categories));
      when 'budgets' then becomes := to_jsonb(private.to_client(new::public.budgets));
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
end $$;

create function private.announce_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.account_log l
  where l.account_id in (select a.account_id from public.accounts a where a.owner_id = new.id)
  order by l.account_id for update;
  update public.accounts a set version = private.next_version(a.account_id) where a.owner_id = new.id;
  return null;
end $$;
comment on function private.announce_address is
  'An owner has a new address: each of their accounts takes a number, so that devices fetch its row.';

create trigger announce_address after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.announce_address();

-- Accounts that devices have already take a number once. Nobody is told: it would be a hint for each person and account
-- at one moment, and devices ask by themselves.
alter table private.account_log disable trigger user;
alter table public.accounts disable trigger user;
update private.account_log l set version = l.version + 1 from public.accounts a where a.account_id = l.account_id;
update public.accounts a set version = l.version from private.account_log l where l.account_id = a.account_id;
alter table public.accounts enable trigger user;
alter table private.account_log enable trigger user;

revoke all on function private.announce_address from public;
