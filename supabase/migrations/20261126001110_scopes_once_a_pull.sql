-- A pull asked for all scopes once, and again for each of them, and again for the removals of each. With a thousand
-- accounts it took half a minute. Now it asks once, and hands each scope on.
--
-- Row-level security asks for all accounts and budgets of the caller in every query. While a pull reads one scope, it
-- asks for those of this scope's account alone.

create type private.scope as (
  scope text, account_id uuid, budget_id uuid, role text, grant_id uuid, head bigint, floor bigint
);
comment on type private.scope is 'A scope that a user has, with its grant, head and floor, as private.my_scopes answers.';

create function private.sees(p_account uuid, p_budget uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select from public.accounts a where p_budget is null and a.account_id = p_account and a.owner_id = auth.uid())
    or exists (
      select from public.memberships m
      where m.account_id = p_account and m.budget_id is not distinct from p_budget and m.user_id = auth.uid());
end $$;
comment on function private.sees is
  'Whether the signed-in user has the account (p_budget null) or that budget. For one scope of many: it reads no others.';

drop function private.pull_scope;
create function private.pull_scope(
  s private.scope, p_cursor jsonb, p_reset boolean, p_room integer, out answer json, out delivered integer
)
returns record
language plpgsql
stable
as $$
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

create or replace function public.sync_pull(p_user uuid, p_cursors jsonb, p_limit integer default 5000)
returns json
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set statement_timeout = '60s'
as $$
declare
  reset_all boolean := p_cursors ->> 'epoch' is distinct from private.epoch()::text;
  room integer := least(greatest(p_limit, 1), 50000);
  one private.scope;
  pulled record;
  scopes json[] := '{}';
  invitations json;
  budget_roles json;
begin
  perform private.check_caller(p_user, (p_cursors ->> 'protocol')::integer);
  for one in select * from private.my_scopes() loop
    perform private.look_at(one.account_id);
    pulled := private.pull_scope(one, p_cursors #> array['scopes', one.scope], reset_all, room);
    room := greatest(room - pulled.delivered, 1);
    scopes := scopes || pulled.answer;
  end loop;
  perform private.look_at(null);
  select coalesce(json_agg(private.to_client(i) order by i.created_at desc), '[]') into invitations from public.invitations i
  where i.status = 'pending' and i.expires_at > now();
  select coalesce(json_agg(json_build_object('budgetId', m.budget_id, 'role', m.role)), '[]') into budget_roles
  from public.memberships m where m.user_id = auth.uid() and m.target = 'budget';
  if private.spoken_protocol() < 5 then
    return json_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
      'scopes', to_json(scopes), 'invitations', invitations, 'budgetRoles', budget_roles);
  end if;
  return json_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'scopes', to_json(scopes), 'invitations', invitations, 'budgetRoles', budget_roles, 'notices', private.pulled_notices());
end $$;

create or replace function private.removals_between(p_account uuid, p_budget uuid, p_since bigint, p_reached bigint, p_truncated boolean, p_delivered uuid[])
returns json
language sql
stable security definer
set search_path = ''
as $$
  with fresh as materialized (
    select r.version, r.row_id, r.was_date from private.removals r
    where r.account_id = p_account and r.version > p_since and r.version <= p_reached and r.kind = 'transaction'
      and r.budget_id is not distinct from p_budget
  ), others as (
    select r.version, r.kind, r.row_id, r.was_date from private.removals r
    where r.account_id = p_account and r.version > p_since and r.kind <> 'transaction'
      and r.budget_id is not distinct from p_budget
      and (r.kind not in ('reconciliation', 'import') or private.spoken_protocol() >= 5)
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
          and (p_budget is null or private.is_in_view(p_budget, (
            select v.name from public.budgets b join public.categories v using (account_id, category_id)
            where b.account_id = p_account and b.budget_id = p_budget),
            t.nature, t.budget_id, t.category_name, t.lines))
        offset 0) t on true
    where t.is_coming is null
  )
  select coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'id', r.row_id, 'date', r.was_date)
    order by r.version), '[]')
  from (select version, kind, row_id, was_date from others
    union all select version, 'transaction', row_id, was_date from due) r
  where private.sees(p_account, p_budget)
$$;

comment on function private.pull_scope is
  'answer: ScopeAnswer of sync/protocol.ts; delivered: its number of transactions, which come field by field.';

revoke all on function private.sees, private.pull_scope from public;
grant execute on function private.sees, private.pull_scope to authenticated;

create function private.look_at(p_account uuid) returns void
language sql as $$ select set_config('carryover.only_account', coalesce(p_account::text, ''), true) $$;
comment on function private.look_at is
  'Until it is called with null: my_accounts and the functions like it answer as if their caller had nothing but what '
  'they have of this account. So it only ever takes rights.';

create function private.only_account() returns uuid
language sql stable as $$ select nullif(current_setting('carryover.only_account', true), '')::uuid $$;
comment on function private.only_account is 'The account that private.look_at named; null for all.';

create function private.my_owned() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  only_one uuid := private.only_account();
begin
  if only_one is null then
    return query select a.account_id from public.accounts a where a.owner_id = auth.uid();
  else
    return query select a.account_id from public.accounts a where a.account_id = only_one and a.owner_id = auth.uid();
  end if;
end $$;
comment on function private.my_owned is 'The accounts that the signed-in user owns, as far as private.look_at allows.';

create function private.my_memberships() returns setof public.memberships
language plpgsql stable security definer set search_path = '' as $$
declare
  only_one uuid := private.only_account();
begin
  if only_one is null then
    return query select m.* from public.memberships m where m.user_id = auth.uid();
  else
    return query select m.* from public.memberships m where m.account_id = only_one and m.user_id = auth.uid();
  end if;
end $$;
comment on function private.my_memberships is
  'The memberships of the signed-in user, as far as private.look_at allows.';

create or replace function private.my_accounts(p_least text default 'viewer'::text)
returns setof uuid language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select private.my_owned()
    union all
    select m.account_id from private.my_memberships() m
    where m.target = 'account' and private.role_rank(m.role) >= private.role_rank(p_least);
end $$;

create or replace function private.my_seen_accounts()
returns setof uuid language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select private.my_owned()
    union
    select m.account_id from private.my_memberships() m;
end $$;

create or replace function private.my_budgets(p_least text default 'viewer'::text)
returns setof uuid language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select m.budget_id from private.my_memberships() m
    where m.target = 'budget' and private.role_rank(m.role) >= private.role_rank(p_least);
end $$;

create or replace function private.my_budget_keys(p_least text default 'viewer'::text)
returns setof text language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select m.account_id || '/' || m.budget_id from private.my_memberships() m
    where m.target = 'budget' and private.role_rank(m.role) >= private.role_rank(p_least);
end $$;

create or replace function private.my_budget_categories()
returns setof uuid language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.category_id from private.my_memberships() m join public.budgets b using (account_id, budget_id)
    where m.target = 'budget';
end $$;

create or replace function private.my_category_keys()
returns setof text language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.account_id || '/' || b.category_id
    from private.my_memberships() m join public.budgets b using (account_id, budget_id)
    where m.target = 'budget';
end $$;

create or replace function private.my_views()
returns setof text language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.account_id || coalesce('/' || c.name, '')
    from private.my_memberships() m join public.budgets b using (account_id, budget_id)
      left join public.categories c using (account_id, category_id)
    where m.target = 'budget';
end $$;

revoke all on function private.look_at, private.only_account, private.my_owned, private.my_memberships from public;
grant execute on function private.look_at to authenticated;

create or replace function public.sync_sums() returns json
language plpgsql stable set search_path = '' set statement_timeout = '60s' as $$
declare
  one private.scope;
  scopes text[] := '{}';
  sums json[] := '{}';
begin
  for one in select * from private.my_scopes() loop
    perform private.look_at(one.account_id);
    scopes := scopes || one.scope;
    sums := sums || private.scope_sums(one.account_id, one.budget_id, one.head);
  end loop;
  perform private.look_at(null);
  return (select coalesce(json_object_agg(scope, sum), '{}') from unnest(scopes, sums) summed (scope, sum));
end $$;
