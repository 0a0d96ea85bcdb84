-- Schedules and the keys of occurrences go to devices of protocol 6 (S80h).

create or replace function private.removals_between(
  p_account uuid, p_budget uuid, p_since bigint, p_reached bigint, p_truncated boolean, p_delivered uuid[]
)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
begin
  return (
    with fresh as materialized (
      select r.version, r.row_id, r.was_date from private.removals r
      where r.account_id = p_account and r.version > p_since and r.version <= p_reached and r.kind = 'transaction'
        and r.budget_id is not distinct from p_budget
    ), others as (
      select r.version, r.kind, r.row_id, r.was_date from private.removals r
      where r.account_id = p_account and r.version > p_since and r.kind <> 'transaction'
        and r.budget_id is not distinct from p_budget
        and (r.kind not in ('reconciliation', 'import') or private.spoken_protocol() >= 5)
        and (r.kind <> 'schedule' or private.spoken_protocol() >= 6)
    ), held as (
      -- An earlier answer may have held these back: their rows come now, or have been removed again. One row after the
      -- other here and below (offset 0): no plan then goes through all that the account has.
      select r.* from (select unnest(p_delivered) union select row_id from fresh) touched (id)
        cross join lateral (
          select r.version, r.row_id, r.was_date from private.removals r
          where r.row_id = touched.id and r.account_id = p_account and r.version between 1 and p_since
            and r.kind = 'transaction' and r.budget_id is not distinct from p_budget
          offset 0) r
    ), due as (
      select r.* from (select * from fresh union all select * from held) r
        left join lateral (
          select true as is_coming from public.transactions t
          where p_truncated and t.transaction_id = r.row_id and t.account_id = p_account and t.version > p_reached
            and (p_budget is null or (
              select private.is_in_view(p_budget, v.name, v.type, t.nature, t.budget_id, t.category_name,
                private.category_type(t.type, t.refund), t.lines)
              from public.budgets b left join public.categories v using (account_id, category_id)
              where b.account_id = p_account and b.budget_id = p_budget))
          offset 0) t on true
      where t.is_coming is null
    )
    select coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'id', r.row_id, 'date', r.was_date)
      order by r.version), '[]')
    from (select version, kind, row_id, was_date from others
      union all select version, 'transaction', row_id, was_date from due) r
    where private.sees(p_account, p_budget));
end $$;

create or replace function private.pull_keys(
  p_account uuid, p_since bigint, p_head bigint, OUT groups json, OUT reached bigint, OUT more boolean
)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  most constant integer := 20000;
  with_schedules constant boolean := private.spoken_protocol() >= 6;
begin
  reached := p_head;
  more := false;
  if p_since >= p_head then return; end if;
  select k.version, true into reached, more from public.import_keys k
  where k.account_id = p_account and k.version > p_since and (with_schedules or not k.of_schedule)
  order by k.version offset most limit 1;
  reached := coalesce(reached, p_head);
  more := coalesce(more, false);
  select json_agg(json_build_object('importId', import_id, 'keys', keys, 'made', made, 'others',
      coalesce(others, '{}'))) into groups
  from (
    select k.import_id, json_agg(k.key order by k.version, k.key) as keys,
      json_agg(k.made order by k.version, k.key) as made,
      json_object_agg(k.key, json_build_object('rowId', k.row_id, 'fate', k.fate))
        filter (where k.fate <> 'here' or not private.is_made_by(k)) as others
    from public.import_keys k where k.account_id = p_account and k.version > p_since and k.version <= reached
      and (with_schedules or not k.of_schedule)
    group by k.import_id) pages;
end $$;

create function private.keys_known(p_account uuid, p_cursor jsonb) returns bigint
language plpgsql stable as $$
begin
  return (
    select least(coalesce((p_cursor ->> 'keys')::bigint, 0), (
      select min(k.version) - 1 from public.import_keys k
      where k.account_id = p_account and k.of_schedule
        and coalesce((p_cursor ->> 'protocol')::integer, 0) < 6 and private.spoken_protocol() >= 6)));
end $$;
comment on function private.keys_known is 'Up to which number a device has all keys. An older protocol brought none of '
  'occurrences, so all since the first one come.';

create or replace function private.pull_scope(
  s private.scope, p_cursor jsonb, p_reset boolean, p_room integer, OUT answer json, OUT delivered integer
)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  reset boolean;
  modern boolean := private.spoken_protocol() >= 5;
  with_refunds boolean := private.spoken_protocol() >= 6;
  older boolean := private.lacks_fields(p_cursor);
  since bigint := 0;
  loaded date := 'infinity';
  oldest date;
  bottom date;
  page_reached bigint;
  last bigint;
  transactions json;
  changed uuid[];
  totals json;
  reached bigint;
  more boolean;
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
  -- With nothing new in months that are all there, the plan for rows alone would take most of the time.
  if reset or older or loaded is not null or since < s.head then
    select e.reached, e.more into page_reached, more
    from private.page_end(s.account_id, s.budget_id, since, p_room) e where loaded is null;
    -- A plain value is a bound of the index, which the policies do not let an expression be.
    last := coalesce(page_reached, s.head);
    select json_build_object('id', json_agg(id), 'version', json_agg(version), 'createdAt', json_agg("createdAt"),
        'type', json_agg(type), 'amount', json_agg(amount), 'date', json_agg(date),
        'description', json_agg(description), 'category', json_agg(category), 'notes', json_agg(notes),
        'budgetId', json_agg("budgetId"), 'userId', json_agg("userId"), 'userEmail', json_agg("userEmail"),
        -- Of few rows: the others hold the default.
        'nature', json_object_agg(id, nature) filter (where modern and nature <> 'regular'),
        'refund', json_object_agg(id, refund) filter (where with_refunds and refund),
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
      -- The rows whose newer fields are not as the device assumes. One id after the other finds their details
      -- (offset 0): a page must not go through the details of everybody.
      (select (private.to_client(t)).*, coalesce(d.status, 'open'), d.reconciliation_id, d.bank_id, d.import_id,
          d.imported_text
        from private.scope_transactions(s.account_id, s.budget_id) t
          left join lateral (
            select * from public.transaction_details d
            where s.budget_id is null and d.transaction_id = t.transaction_id offset 0) d on true
        where older and not reset and t.version <= since and (loaded is null or t.transaction_date >= loaded)
          and (t.nature <> 'regular' or t.lines is not null or t.refund or d.status <> 'open'
            or d.import_id is not null))) rows;
    -- An older device does not know the name of the field.
    if not with_refunds then transactions := json_strip_nulls(transactions); end if;
  end if;
  more := coalesce(more, false);
  if oldest is not null then
    more := true;
    if reset or older or since < s.head then totals := private.month_totals(s.account_id, s.budget_id, oldest); end if;
  end if;
  reached := case when loaded is null and more then page_reached else s.head end;
  -- Keys come after the rows, so a device shows rows first.
  if modern and s.budget_id is null then
    keys_reached := case when reset then 0 else private.keys_known(s.account_id, p_cursor) end;
    if not more then
      select k.groups, k.reached, k.more into keys, keys_reached, more
      from private.pull_keys(s.account_id, keys_reached, reached) k;
    end if;
  end if;
  delivered := coalesce(delivered, 0);
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
    ('schedules', (select coalesce(json_agg(private.to_client(c)), '[]') from public.schedules c
      where s.budget_id is null and c.account_id = s.account_id and (older or c.version > since))),
    ('keys', coalesce(keys, '[]')),
    ('transactions', case when delivered > 0 then transactions end), ('totals', totals),
    ('cursor', case when keys_reached is null then private.cursor_of(reached, s.grant_id, oldest)
      else to_json(to_jsonb(private.cursor_of(reached, s.grant_id, oldest))
        || jsonb_build_object('keys', keys_reached)) end),
    ('more', to_json(more))) fields (field, value)
    -- Protocol 4 does not know these.
    where case field when 'schedules' then with_refunds
      else field not in ('reconciliations', 'imports', 'keys') or modern end);
end $$;

revoke all on function private.keys_known from public;
grant execute on function private.keys_known to authenticated;
