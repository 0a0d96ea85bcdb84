-- Protocol 6 has refunds. Protocols 4 and 5 see plain income and expense (S43f).

create or replace function private.protocol() returns integer
language sql immutable as $$ select 6 $$;

create or replace function private.scope_sums(p_account uuid, p_budget uuid, p_head bigint) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object('head', p_head, 'transactions', count(*),
      'income', private.countable(coalesce(sum(amount) filter (where type = 'credit'), 0)),
      'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit'), 0)),
      'regular', json_build_object(
        'income', private.countable(coalesce(sum(amount) filter (where type = 'credit' and nature = 'regular'), 0)),
        'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit' and nature = 'regular'), 0))),
      -- Of these, what is money back. A device that knows no refunds does not look here.
      'refunds', json_build_object(
        'income', private.countable(coalesce(sum(amount) filter (where type = 'credit' and refund), 0)),
        'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit' and refund), 0))),
      'others', case when p_budget is null then
        (select count(*) from public.categories c where c.account_id = p_account)
        + (select count(*) from public.budgets b where b.account_id = p_account)
        + (select count(*) from public.memberships m where m.account_id = p_account) end)
    from private.scope_transactions(p_account, p_budget));
end $$;

drop function private.counts_of_account(uuid, date);
create or replace function private.counts_of_account(p_account uuid, p_before date)
returns table (
  month date, nature text, type text, category_name text, budget_id uuid, refund boolean, number bigint, dollars numeric
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
begin
  if not exists (select from private.my_accounts() mine where mine = p_account) then return; end if;
  return query
    with recursive months (first) as (
      select date_trunc('month', max(t.transaction_date)::timestamp)::date
      from public.transactions t where t.account_id = p_account and t.transaction_date < p_before
      union all
      select (select date_trunc('month', max(t.transaction_date)::timestamp)::date
        from public.transactions t where t.account_id = p_account and t.transaction_date < m.first)
      from months m where m.first is not null
    )
    select m.first, c.* from months m cross join lateral (
      select t.nature, t.type, t.category_name, t.budget_id, t.refund, count(*), sum(t.amount)
      from public.transactions t
      where t.account_id = p_account and t.transaction_date >= m.first
        and t.transaction_date < (m.first + interval '1 month')::date
      group by t.nature, t.type, t.category_name, t.budget_id, t.refund) c;
end $$;

comment on function private.counts_of_account is
  'The transactions of the months before the one that begins at p_before. Split ones count whole.';

create or replace function private.month_totals(p_account uuid, p_budget uuid, p_before date) returns json
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
declare
  -- To protocol 4, every transaction is income or expense, and whole.
  apart boolean := private.spoken_protocol() >= 5;
  with_refunds boolean := private.spoken_protocol() >= 6;
begin
  return (
    with lines as materialized (
      -- To a timestamp first: to cut the month out of a date asks for its time zone, for every row.
      select date_trunc('month', transaction_date::timestamp)::date as month, transaction_id, type, category_name,
        amount
      from private.scope_lines(p_account, p_budget) where apart and transaction_date < p_before
    ), counted as (
      select month, nature, type, category_name, budget_id, refund, number, dollars, number as parts
      from private.counts_of_account(p_account, p_before) where p_budget is null
      union all
      -- All splits of an account are under one category, without a budget: so says their constraint.
      select month, 'regular', type, 'Split', null, false, 0, -sum(dollars), -count(*)
      from (select month, transaction_id, type, sum(amount) as dollars
        from lines where p_budget is null group by month, transaction_id, type) splits
      group by month, type
      union all
      select date_trunc('month', transaction_date::timestamp)::date, nature, type, category_name, budget_id, refund,
        count(*), coalesce(sum(amount) filter (where lines is null or not apart), 0),
        count(*) filter (where lines is null or not apart)
      from private.scope_transactions(p_account, p_budget) where p_budget is not null and transaction_date < p_before
      group by 1, nature, type, category_name, budget_id, refund
      union all
      select month, 'regular', type, category_name, null, false, 0, sum(amount), count(*)
      from lines group by month, type, category_name
    ), totals as (
      select to_char(month, 'YYYY-MM') as month, case when apart then nature end as kind,
        case type when 'credit' then 'income' else 'expense' end as type, category_name as category,
        budget_id as budget, with_refunds and refund as back, private.countable(sum(dollars)) as cents,
        sum(number) as number, sum(parts) as parts
      from counted group by counted.month, kind, counted.type, category_name, budget_id, back
    )
    -- Nature, refund and lines are left out where they hold their defaults (Total in sync/protocol.ts).
    select coalesce(json_agg(case
      when back then json_build_object('month', month, 'refund', true, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number)
      when not apart or (kind = 'regular' and parts = number) then json_build_object('month', month, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number)
      else json_build_object('month', month, 'nature', kind, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number, 'lines', parts) end), '[]')
    from totals);
end $$;

create or replace function private.pull_scope(
  s private.scope, p_cursor jsonb, p_reset boolean, p_room integer, out answer json, out delivered integer
) returns record language plpgsql stable as $$
declare
  reset boolean;
  modern boolean := private.spoken_protocol() >= 5;
  with_refunds boolean := private.spoken_protocol() >= 6;
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
    -- The rows whose newer fields are not as the device assumes. One id after the other finds their details (offset 0):
    -- a page must not go through the details of everybody.
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

create or replace function private.my_notices() returns setof private.notices
language sql stable security definer set search_path = '' as $$
  select (jsonb_populate_record(n, jsonb_build_object('lost', fields.lost, 'stands', fields.stands))).*
  from private.notices n, lateral (
    select private.undecided_fields(n.of_table, n.lost, decided) - unknown as lost,
      private.undecided_fields(n.of_table, n.stands, decided) - unknown as stands
    -- Who has only a budget by now is not told of a status, nor of what the bank says.
    from (select case n.kind when 'edited' then private.decided_groups(n) else '{}' end
      || case when n.account_id in (select private.my_accounts()) then '{}' else '{status,bankId}'::text[] end)
      groups (decided),
      (select case when private.spoken_protocol() < 6 then '{refund}' else '{}' end::text[]) newer (unknown)) fields
  where n.user_id = auth.uid() and n.read_at is null and n.account_id in (select private.my_seen_accounts())
    and not private.is_decided(n) and (n.kind <> 'edited' or fields.lost <> '{}')
  order by n.at, n.notice_id limit 200
$$;

create function private.content_as_spoken(p_content jsonb) returns jsonb
language sql stable as $$
  select case when private.spoken_protocol() < 6 then p_content - 'refund' else p_content end
$$;
comment on function private.content_as_spoken is
  'Fields of a transaction, without those that the protocol of this call does not have (S43f).';

create or replace function private.pulled_notices() returns json
language sql stable as $$
  -- Somebody who has only a budget may have lost sight of the row. Then the values that stand are not for them.
  select coalesce(json_agg(json_build_object('id', n.notice_id, 'at', private.iso(n.at), 'accountId', n.account_id,
    'table', n.of_table, 'rowId', n.row_id, 'kind', n.kind, 'by', n.by_email, 'lost', n.lost,
    'stands', case when n.account_id in (select private.my_accounts())
      or exists (select from public.transactions t where t.transaction_id = n.row_id) then n.stands else '{}' end,
    'removed', private.content_as_spoken(coalesce(private.removed_content(n.row_id), '{}')))
    order by n.at, n.notice_id), '[]')
  from private.my_notices() n
$$;

create function private.verdicts_as_spoken(p_verdicts jsonb[]) returns jsonb
language sql stable as $$
  select case when private.spoken_protocol() >= 6 then to_jsonb(p_verdicts) else (
    select coalesce(jsonb_agg(case when v ? 'notTaken'
      then (v #- '{kept,refund}') || jsonb_build_object('notTaken', (
        select jsonb_agg(one #- '{kept,refund}' order by at)
        from jsonb_array_elements(v -> 'notTaken') with ordinality rows (one, at)))
      else v #- '{kept,refund}' end order by n), '[]')
    from unnest(p_verdicts) with ordinality verdicts (v, n)) end
$$;
comment on function private.verdicts_as_spoken is
  'The verdicts, without fields that the protocol of this call does not have (S43f). The ledger keeps them whole.';

create or replace function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb)
returns jsonb
language plpgsql
set search_path = ''
set statement_timeout = '60s'
set plan_cache_mode = force_generic_plan
as $$
declare
  named record;
  locked uuid[];
  known jsonb;
  batch record;
  mutation jsonb;
  verdicts jsonb[];
  decided jsonb[] := '{}';
  fresh jsonb[] := '{}';
begin
  perform private.check_caller(p_user, p_schema);
  perform private.check_size(p_mutations);
  named := private.find_named(p_mutations);
  locked := named.accounts || private.accounts_of(named.rows, named.called, named.all_owned);
  perform private.lock_accounts(locked, p_mutations);
  if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then
    raise serialization_failure using message = 'A row moved to another account at the same moment.';
  end if;
  known := private.known_verdicts(p_mutations);
  perform set_config('carryover.push', 'on', true);
  for batch in select * from private.batches(p_mutations, known) loop
    verdicts := case when batch.together
        and not exists (select from unnest(batch.mutations) m where private.is_too_large(m))
      and not private.names_renamed(batch.mutations, named.accounts)
      then private.push_together(batch.mutations) end;
    if verdicts is null then
      foreach mutation in array batch.mutations loop
        fresh := fresh || private.decide(mutation);
      end loop;
    else
      fresh := fresh || verdicts;
    end if;
    decided := decided || batch.mutations;
  end loop;
  perform private.check_weight(decided, fresh);
  perform private.remember(decided, fresh);
  perform private.settle();
  perform set_config('carryover.push', '', true), set_config('carryover.edited_at', '', true),
    set_config('carryover.device', '', true), set_config('carryover.action', '', true),
    set_config('carryover.undoes', '', true), set_config('carryover.cursors', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'verdicts', private.verdicts_as_spoken(fresh));
end $$;

revoke all on function private.counts_of_account, private.content_as_spoken, private.verdicts_as_spoken from public;
grant execute on function private.counts_of_account, private.content_as_spoken, private.verdicts_as_spoken
  to authenticated;
