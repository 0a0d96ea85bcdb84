-- Status and reconciling (decision 0024). Row-level security cannot hide one column from people who have only a budget
-- of an account. So the status of a transaction stands in a table that only members of the account read. A transaction
-- without a record there is open.

create table public.reconciliations (
  reconciliation_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  statement_date date not null check (statement_date between '0001-01-01' and '9999-12-31'),
  statement_balance numeric(16, 2) not null check (abs(statement_balance) <= 90071992547409.91),
  created_by uuid,
  created_at timestamptz(3) not null default now() check (private.is_nameable(created_at)),
  number bigint not null,
  version bigint not null
);
comment on table public.reconciliations is 'A bank''s statement with which the members of an account agreed.';
comment on column public.reconciliations.number is 'The number that it took when it was made.';
comment on column public.reconciliations.version is
  'Rises with each change of one of its transactions, so that devices are told of the change (private.changes_of).';
create index reconciliations_account_version on public.reconciliations (account_id, version);
create index reconciliations_author on public.reconciliations (created_by) where created_by is not null;

create table public.transaction_details (
  transaction_id uuid primary key,
  account_id uuid not null,
  status text not null default 'open' check (status in ('open', 'cleared', 'reconciled')),
  reconciliation_id uuid,
  field_clocks jsonb not null default '{}',
  check ((status = 'reconciled') = (reconciliation_id is not null))
);
comment on table public.transaction_details is
  'What only members of the account may read of a transaction. Written by pushes only. No foreign key: the triggers '
  'after_update_details and after_delete_details of public.transactions keep it, and need the values that a cascade '
  'would have deleted.';
comment on column public.transaction_details.field_clocks is
  'The clock of the status. Beside the other clocks, people who have only a budget would read it.';
create index transaction_details_reconciliation on public.transaction_details (reconciliation_id)
  where reconciliation_id is not null;

alter table public.reconciliations enable row level security;
alter table public.transaction_details enable row level security;
revoke all on public.reconciliations, public.transaction_details from public, anon, authenticated;
grant select, delete on public.reconciliations to authenticated;
grant insert (reconciliation_id, account_id, statement_date, statement_balance, created_at)
  on public.reconciliations to authenticated;
grant select on public.transaction_details to authenticated;
grant all on public.reconciliations, public.transaction_details to service_role;

create policy read on public.reconciliations for select to authenticated
  using (account_id = any (array(select private.my_accounts())));
create policy add on public.reconciliations for insert to authenticated
  with check (account_id = any (array(select private.my_accounts('admin'))));
create policy remove on public.reconciliations for delete to authenticated
  using (account_id = any (array(select private.my_accounts('admin'))));
create policy read on public.transaction_details for select to authenticated
  using (account_id = any (array(select private.my_accounts())));

alter table private.removals drop constraint removals_kind_check;
alter table private.removals add constraint removals_kind_check
  check (kind in ('account', 'transaction', 'category', 'budget', 'membership', 'invitation', 'reconciliation'));

-- The ids of deleted rows are remembered for tables of any kind, by the kind's name.
create or replace function private.remember_ids() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removals (account_id, version, kind, row_id, removed_by)
  select o.account_id, 0, tg_argv[0], (to_jsonb(o) ->> (tg_argv[0] || '_id'))::uuid, auth.uid()
  from old_rows o
  where tg_argv[0] = 'invitation' or not exists (select from public.accounts a where a.account_id = o.account_id);
  return null;
end $$;

create or replace function private.check_ids() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  accounts uuid[];
  spent uuid;
begin
  -- Of transactions there may be thousands.
  if tg_argv[0] = 'transaction' then
    select array_agg(n.transaction_id), array_agg(n.account_id) into ids, accounts from new_rows n;
  else
    select array_agg((to_jsonb(n) ->> (tg_argv[0] || '_id'))::uuid), array_agg(n.account_id) into ids, accounts
    from new_rows n;
  end if;
  spent := private.spent_id(tg_argv[0], ids, accounts);
  if spent is not null then
    perform private.refuse_id(tg_table_name, tg_argv[0] || '_id', spent);
  end if;
  return null;
end $$;

create trigger after_insert_ids after insert on public.reconciliations
  referencing new table as new_rows
  for each statement execute function private.check_ids('reconciliation');
create trigger after_delete_ids after delete on public.reconciliations
  referencing old table as old_rows
  for each statement execute function private.remember_ids('reconciliation');
alter table private.changes add column status_clock jsonb;
comment on column private.changes.status_clock is 'The clock of the status of a removed transaction.';
create index changes_reconciliation on private.changes ((before ->> 'reconciliationId'))
  where before ->> 'reconciliationId' is not null;

alter type private.client_transaction add attribute status text;
alter type private.client_transaction add attribute "reconciliationId" uuid;

create type private.client_reconciliation as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, date date, balance bigint, "userId" uuid,
  "userEmail" text, changes jsonb);

create function private.changes_of(p_reconciliation public.reconciliations) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select c.* from private.changes c where c.before ->> 'reconciliationId' = p_reconciliation.reconciliation_id::text
    union
    select c.* from public.transaction_details d join private.changes c on c.row_id = d.transaction_id
    where d.reconciliation_id = p_reconciliation.reconciliation_id and c.kind = 'change' and c.groups && '{amount,type}'
  ), latest as (
    select * from found c
    where c.account_id = p_reconciliation.account_id and c.version > p_reconciliation.number
      and c.account_id in (select private.my_accounts())
    order by c.version desc limit 20
  )
  select coalesce(jsonb_agg(jsonb_build_object('rowId', row_id, 'at', private.iso(edited_at),
    'by', author_email,
    'kind', case when kind = 'removal' then 'deleted' when moved_to is not null then 'moved'
      when 'status' = any (groups) then 'opened' else 'changed' end,
    'description', case when kind = 'removal' or moved_to is not null then before -> 'description' end,
    'amount', before -> 'amount') order by version desc), '[]')
  from latest
$$;
comment on function private.changes_of is
  'What happened to the transactions of a reconciliation since it was made: who and what, newest first, at most 20.';

create function private.to_client(r public.reconciliations) returns private.client_reconciliation
language sql stable as $$
  select row(r.reconciliation_id, r.version, private.iso(r.created_at), r.account_id, r.statement_date,
    (r.statement_balance * 100)::bigint, r.created_by, private.email_of(r.created_by),
    private.changes_of(r))::private.client_reconciliation
$$;

create function private.reconciliations_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Somewhere on earth it is tomorrow already.
  if new.statement_date > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('PT400', 'invalid', 'A statement cannot be of a future date.');
  end if;
  new.created_by := auth.uid();
  new.created_at := least(new.created_at, now());
  new.version := private.next_version(new.account_id);
  new.number := new.version;
  return new;
end $$;

revoke all on function private.changes_of, private.to_client(public.reconciliations),
  private.reconciliations_before_insert from public;
grant execute on function private.changes_of, private.to_client(public.reconciliations) to authenticated;
