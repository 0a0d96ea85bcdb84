-- What a scope's pull brings, with every field of the ledger.

create or replace function private.pull_scope(
  p_scope text, p_cursor jsonb, p_reset boolean, p_room integer, out answer json, out delivered integer
)
language plpgsql stable as $$
declare
  s record;
  reset boolean;
  modern boolean := private.spoken_protocol() >= 5;
  older boolean := private.lacks_fields(p_cursor);
  since bigint := 0;
  loaded date := 'infinity';
  oldest date;
  bottom date;
  transactions json;
  changed uuid[];
  totals json;
  reached bigint;
  fresh bigint;
  more boolean := false;
  keys json;
  keys_reached bigint;
begin
  select * into s from private.my_scopes() where scope = p_scope;
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
      max(version), count(*), count(*) filter (where version > since),
      array_agg(id) filter (where not reset and version > since)
    into transactions, reached, delivered, fresh, changed from (
    (select (private.to_client(t)).*, coalesce(d.status, 'open') as standing, d.reconciliation_id as reconciliation,
        d.bank_id as bank, d.import_id as import, d.imported_text as imported
      from private.scope_transactions(s.account_id, s.budget_id) t
        left join public.transaction_details d on s.budget_id is null and d.transaction_id = t.transaction_id
      where not reset and t.version > since and (loaded is null or t.transaction_date >= loaded)
      order by t.version limit case when loaded is null then p_room end)
    union all
    (select (private.to_client(t)).*, coalesce(d.status, 'open'), d.reconciliation_id, d.bank_id, d.import_id,
        d.imported_text
      from private.scope_transactions(s.account_id, s.budget_id) t
        left join public.transaction_details d on s.budget_id is null and d.transaction_id = t.transaction_id
      where t.transaction_date < loaded and t.transaction_date >= bottom
      order by t.transaction_date desc)
    union all
    -- The rows whose newer fields are not as the device assumes.
    (select (private.to_client(t)).*, coalesce(d.status, 'open'), d.reconciliation_id, d.bank_id, d.import_id,
        d.imported_text
      from private.scope_transactions(s.account_id, s.budget_id) t
        left join public.transaction_details d on s.budget_id is null and d.transaction_id = t.transaction_id
      where older and not reset and t.version <= since and (loaded is null or t.transaction_date >= loaded)
        and (t.nature <> 'regular' or t.lines is not null or d.status <> 'open' or d.import_id is not null))) rows;
  if not modern then transactions := json_strip_nulls(transactions); end if;
  if loaded is null then
    more := fresh = p_room
      and exists (select from private.scope_transactions(s.account_id, s.budget_id) t where t.version > reached);
  elsif oldest is not null then
    more := true;
    if reset or older or since < s.head then totals := private.month_totals(s.account_id, s.budget_id, oldest); end if;
  end if;
  if loaded is not null or not more then reached := s.head; end if;
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
    ('accounts', (select coalesce(json_agg(private.as_spoken(to_jsonb(private.to_client(a)))), '[]')
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
