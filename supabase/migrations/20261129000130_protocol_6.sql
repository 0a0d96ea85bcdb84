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

create function private.content_as_spoken(p_content jsonb) returns jsonb
language sql stable as $$
  select case when private.spoken_protocol() < 6 then p_content - 'refund' else p_content end
$$;
comment on function private.content_as_spoken is
  'Fields of a transaction, without those that the protocol of this call does not have (S43f).';

create or replace function private.pulled_notices() returns json
language plpgsql stable as $$
begin
  return (
    -- Somebody who has only a budget may have lost sight of the row. Then the values that stand are not for them.
    select coalesce(json_agg(json_build_object('id', n.notice_id, 'at', private.iso(n.at), 'accountId', n.account_id,
      'table', n.of_table, 'rowId', n.row_id, 'kind', n.kind, 'by', n.by_email, 'lost', n.lost,
      'stands', case when n.account_id in (select private.my_accounts())
        or exists (select from public.transactions t where t.transaction_id = n.row_id) then n.stands else '{}' end,
      'removed', private.content_as_spoken(coalesce(private.removed_content(n.row_id), '{}')))
      order by n.at, n.notice_id), '[]')
    from private.my_notices() n);
end $$;

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
