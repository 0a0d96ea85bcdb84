-- A page of a pull reads its own rows, and not all that changed since: after the rename of a category, a large account
-- has a hundred pages. With statistics and without, an index brings the rows of a page one after the other.

create index transaction_lines_account_version on public.transaction_lines (account_id, version);

create function private.scope_whole(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
  where t.account_id = p_account and (p_budget is null or (t.nature = 'regular' and t.lines is null
    and (t.budget_id = p_budget
      or exists (select from public.budgets b
        where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
      or t.category_name = any (array(
        select c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget)))))
$$;
comment on function private.scope_whole is
  'The transactions that a scope shows as they are: all of an account, or those without lines that one budget covers.';

-- Each column of a split by its name: so a condition on its number or date reaches the lines before they are put
-- together.
create or replace function private.scope_transactions(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select * from private.scope_whole(p_account, p_budget)
  union all
  select transaction_id, account_id, type, amount, transaction_date, '', null, null, category_name, '', null,
    (transaction_date::timestamp at time zone 'UTC')::timestamptz(3), created_by, created_by_email, version,
    '{}'::jsonb, 'regular', null, lines
  from (
    select transaction_id, account_id, type, transaction_date, created_by, created_by_email, version,
      sum(l.amount)::numeric(14, 2) as amount,
      coalesce((select c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget), 'Split') as category_name,
      jsonb_agg(jsonb_build_object('id', l.line_id, 'category', l.category_name, 'cents', (l.amount * 100)::bigint,
        'note', l.note) order by l.line_id) as lines
    from private.scope_lines(p_account, p_budget) l
    group by transaction_id, account_id, type, transaction_date, created_by, created_by_email, version) split
  -- Out here, it lets the planner forget this part for an account, and read the other in the order of an index.
  where p_budget is not null
$$;

-- Where sorting is off, the planner takes an index that has the order. Without statistics it believes that an account
-- has few rows, and would read and sort all of them for each page.

alter function private.month_in_account set enable_sort = off;

create or replace function private.oldest_month(p_account uuid, p_budget uuid, p_before date, p_room integer)
returns date
language plpgsql stable set plan_cache_mode = 'force_custom_plan' set enable_sort = off as $$
declare
  month date;
begin
  if p_budget is null then
    month := private.month_in_account(p_account, p_before, p_room - 1);
    return case when private.month_in_account(p_account, month, 0) is not null then month end;
  end if;
  select date_trunc('month', transaction_date::timestamp) into month from (
    (select transaction_date from private.scope_whole(p_account, p_budget) where transaction_date < p_before
      order by transaction_date desc limit p_room)
    union all
    (select transaction_date from private.scope_lines(p_account, p_budget) where transaction_date < p_before
      group by transaction_id, transaction_date order by transaction_date desc limit p_room)) newest
  order by transaction_date desc offset p_room - 1 limit 1;
  return case when exists (
    select from private.scope_transactions(p_account, p_budget) where transaction_date < month) then month end;
end $$;

create function private.page_end(
  p_account uuid, p_budget uuid, p_since bigint, p_room integer, out reached bigint, out more boolean
)
language plpgsql stable set plan_cache_mode = 'force_custom_plan' set enable_sort = off as $$
declare
  numbers bigint[];
begin
  if p_budget is null then
    numbers := array(
      select version from private.scope_whole(p_account, null) where version > p_since
      order by version offset p_room - 1 limit 2);
  else
    numbers := array(
      select version from (
        (select version from private.scope_whole(p_account, p_budget) where version > p_since
          order by version limit p_room + 1)
        union all
        (select version from private.scope_lines(p_account, p_budget) where version > p_since
          group by version order by version limit p_room + 1)) changed
      order by version offset p_room - 1 limit 2);
  end if;
  reached := numbers[1];
  more := cardinality(numbers) = 2;
end $$;
comment on function private.page_end is
  'reached: the number of the last of p_room transactions that changed since, null when there are fewer; more: whether '
  'others follow.';

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

revoke all on function private.scope_whole, private.page_end from public;
grant execute on function private.scope_whole, private.page_end to authenticated;
