-- Pushes and pulls of reconciliations.

create or replace function private.read_rows(p_table text, p_ids uuid[])
returns table (id uuid, client jsonb, clocks jsonb)
language plpgsql stable as $$
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
    else raise invalid_parameter_value using message = format('No device writes the table %L.', p_table);
  end case;
end $$;

create or replace function private.delete_row(p_table text, p_id uuid) returns boolean
language plpgsql as $$
begin
  case p_table
    when 'accounts' then delete from public.accounts where account_id = p_id;
    when 'categories' then delete from public.categories where category_id = p_id;
    when 'budgets' then delete from public.budgets where budget_id = p_id;
    when 'reconciliations' then delete from public.reconciliations where reconciliation_id = p_id;
    when 'imports' then delete from public.imports where import_id = p_id;
  end case;
  return found;
end $$;

create or replace function private.raise_clocks(p_table text, p_id uuid, p_groups text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[] := array(select private.my_reach());
  -- Their clocks stand in the details.
  hidden text[] := '{status,bankId}';
begin
  case p_table
    when 'transactions' then
      update public.transactions t
      set field_clocks = private.raise(t.field_clocks, array(select g from unnest(p_groups) g where g <> all (hidden)))
      where t.transaction_id = p_id and t.account_id = any (mine) and not p_groups <@ hidden;
      insert into public.transaction_details (transaction_id, account_id, field_clocks)
      select t.transaction_id, t.account_id, private.raise('{}', array(
        select g from unnest(p_groups) g where g = any (hidden)))
      from public.transactions t
      where t.transaction_id = p_id and p_groups && hidden and t.account_id in (select private.my_accounts('member'))
      on conflict (transaction_id) do update
        set field_clocks = private.raise(transaction_details.field_clocks, array(
          select g from unnest(p_groups) g where g = any (hidden)));
    when 'accounts' then update public.accounts
      set field_clocks = private.raise(field_clocks, p_groups) where account_id = p_id and account_id = any (mine);
    when 'categories' then update public.categories
      set field_clocks = private.raise(field_clocks, p_groups) where category_id = p_id and account_id = any (mine);
    when 'budgets' then update public.budgets
      set field_clocks = private.raise(field_clocks, p_groups) where budget_id = p_id and account_id = any (mine);
  end case;
end $$;

create or replace function private.accounts_of(p_rows uuid[], p_called uuid[], p_all_owned boolean) returns uuid[]
language plpgsql stable as $$
begin
  -- A day offline names no row that is there.
  if p_rows is null and p_called is null and p_all_owned is not true then return '{}'; end if;
  return array(
    select t.account_id from public.transactions t where t.transaction_id = any (p_rows)
    union select removed from private.removed_from(p_rows) removed
    union select c.account_id from public.categories c where c.category_id = any (p_rows)
    union select b.account_id from public.budgets b where b.budget_id = any (p_rows)
    union select r.account_id from public.reconciliations r where r.reconciliation_id = any (p_rows)
    union select i.account_id from public.imports i where i.import_id = any (p_rows)
    union select a.account_id from public.accounts a where a.account_id = any (p_rows)
    union select heir from private.heir_of(p_rows) heir where heir is not null
    union select i.account_id from public.invitations i where i.invitation_id = any (p_called)
    union select m.account_id from public.memberships m where m.membership_id = any (p_called)
    union select a.account_id from public.accounts a where p_all_owned and a.owner_id = auth.uid());
end $$;

create or replace function private.my_notices() returns setof private.notices
language sql stable security definer set search_path = '' as $$
  select (jsonb_populate_record(n, jsonb_build_object('lost', fields.lost, 'stands', fields.stands))).*
  from private.notices n, lateral (
    select private.undecided_fields(n.of_table, n.lost, decided) as lost,
      private.undecided_fields(n.of_table, n.stands, decided) as stands
    -- Who has only a budget by now is not told of a status, nor of what the bank says.
    from (select case n.kind when 'edited' then private.decided_groups(n) else '{}' end
      || case when n.account_id in (select private.my_accounts()) then '{}' else '{status,bankId}'::text[] end)
      groups (decided)) fields
  where n.user_id = auth.uid() and n.read_at is null and n.account_id in (select private.my_seen_accounts())
    and not private.is_decided(n) and (n.kind <> 'edited' or fields.lost <> '{}')
  order by n.at, n.notice_id limit 200
$$;

create or replace function private.removals_between(
  p_account uuid, p_budget uuid, p_since bigint, p_reached bigint, p_truncated boolean, p_delivered uuid[]
) returns json
language sql stable security definer set search_path = '' as $$
  with coming as materialized (
    select t.transaction_id as id from private.scope_transactions(p_account, p_budget) t
    where p_truncated and t.version > p_reached
  ), fresh as (
    select r.* from private.removals r
    where r.account_id = p_account and r.budget_id is not distinct from p_budget and r.version > p_since
      and (r.version <= p_reached or r.kind <> 'transaction')
      and (r.kind not in ('reconciliation', 'import') or private.spoken_protocol() >= 5)
  ), held as (
    -- An earlier answer may have held these back: their rows come now, or have been removed again.
    select distinct r.* from
      (select unnest(p_delivered) union select row_id from fresh where kind = 'transaction') touched (id)
      join private.removals r on r.row_id = touched.id
    where r.account_id = p_account and r.budget_id is not distinct from p_budget and r.kind = 'transaction'
      and r.version between 1 and p_since
  )
  select coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'id', r.row_id, 'date', r.was_date)
    order by r.version), '[]')
  from (select * from fresh union all select * from held) r
  where (r.kind <> 'transaction' or not exists (select from coming c where c.id = r.row_id))
    and exists (select from private.my_scopes() s
      where s.account_id = p_account and s.budget_id is not distinct from p_budget)
$$;

-- Whoever's e-mail a reconciliation shows, as its author or as the author of a change: devices are told to forget it.
create function private.forget_in_reconciliations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named uuid[] := array(
    select r.reconciliation_id from public.reconciliations r
    where r.created_by = old.id or exists (
      select from private.changes c where c.author = old.id and c.account_id = r.account_id and c.version > r.number));
begin
  perform from private.account_log l
  where l.account_id in (select r.account_id from public.reconciliations r where r.reconciliation_id = any (named))
  order by l.account_id for update;
  perform private.touch_reconciliations(named);
  return old;
end $$;
create trigger forget_in_reconciliations before delete on auth.users
  for each row execute function private.forget_in_reconciliations();

revoke all on function private.forget_in_reconciliations from public;
