-- Splits: one transaction with lines, which divide its amount over categories. What counts by category are the lines;
-- the row's own category only says that it is split.

create function private.is_line(p_line jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_line) <> 'object' or p_line - array['id', 'category', 'cents', 'note'] <> '{}' then false
    else coalesce(p_line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and jsonb_typeof(p_line -> 'category') = 'string' and btrim(p_line ->> 'category') <> ''
      and private.fits(p_line ->> 'category', 200)
      and jsonb_typeof(p_line -> 'note') = 'string' and private.fits(p_line ->> 'note', 500)
      and jsonb_typeof(p_line -> 'cents') = 'number'
      and (p_line -> 'cents')::numeric between 1 and 99999999999 and mod((p_line -> 'cents')::numeric, 1) = 0, false)
    end
$$;

create function private.lines_fit(p_lines jsonb, p_amount numeric) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) not between 2 and 50 then false
    when exists (select from jsonb_array_elements(p_lines) one where not private.is_line(one)) then false
    else (select count(distinct lower(one ->> 'id')) = count(*) and sum((one -> 'cents')::numeric) = p_amount * 100
      from jsonb_array_elements(p_lines) one) end
$$;
comment on function private.lines_fit is
  'Whether these are 2 to 50 lines (TransactionLine in src/domain/rows.ts) that add up to an amount in dollars.';

-- Each budget of contributions has one category, so a contribution is never split. Nor is a transfer.
alter table public.transactions add column lines jsonb,
  add constraint transactions_lines
  check (lines is null
    or (private.lines_fit(lines, amount) and category_name = 'Split' and nature = 'regular' and budget_id is null));
comment on column public.transactions.lines is
  'Null, or 2 to 50 of {id, category, cents, note} that add up to the amount. Only devices write them, with sync_push.';
alter type private.client_transaction add attribute lines jsonb;

-- sync_push writes with the rights of its caller, so the column is granted. Clients of the table API would write amount
-- and lines in two requests, or know only one of them; between the two the row would say two things. So this trigger
-- refuses them. It runs after the triggers that complete the row. Rows without lines never call it.
grant insert (lines), update (lines) on public.transactions to authenticated;

create function private.guard_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.pushing() then return new; end if;
  if tg_op = 'INSERT' or new.lines is distinct from old.lines then
    if auth.uid() is null then return new; end if;
    raise insufficient_privilege using message = 'Lines are written by sync_push only.';
  end if;
  if new.type <> old.type or new.amount <> old.amount
    or new.metadata ->> 'category_name' is distinct from old.metadata ->> 'category_name'
  then
    raise check_violation using message = 'This transaction is split: its lines hold its amount, type and category.',
      constraint = 'transactions_lines', table = 'transactions', schema = 'public';
  end if;
  return new;
end $$;

create trigger lines_guard_insert before insert on public.transactions
  for each row when (new.lines is not null) execute function private.guard_lines();
create trigger lines_guard_update before update on public.transactions
  for each row when (old.lines is not null or new.lines is not null) execute function private.guard_lines();

-- People who have only a budget may see the lines that it covers, and nothing else of the row. RLS decides about whole
-- rows, so they never see a row with lines, and these copies of the lines have policies of their own. Nobody writes
-- them but this trigger. The table is not part of realtime's publication.

create table public.transaction_lines (
  transaction_id uuid not null,
  line_id uuid not null,
  account_id uuid not null,
  type text not null,
  transaction_date date not null,
  category_name text not null,
  amount numeric(14, 2) not null,
  note text not null,
  created_by uuid,
  created_by_email text,
  version bigint not null,
  primary key (transaction_id, line_id)
);
comment on table public.transaction_lines is
  'The lines of public.transactions, kept by a trigger. Without their order, which would tell how many others there '
  'are.';
comment on column public.transaction_lines.created_by is
  'The contributor, with created_by_email: those of the transaction.';
comment on column public.transaction_lines.version is 'The transaction''s number in the log of its account.';
create index transaction_lines_account_category on public.transaction_lines (account_id, category_name);

create function private.keep_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.transaction_lines where transaction_id = old.transaction_id;
  end if;
  if tg_op <> 'DELETE' and new.lines is not null then
    insert into public.transaction_lines (transaction_id, line_id, account_id, type, transaction_date, category_name,
      amount, note, created_by, created_by_email, version)
    select new.transaction_id, (one ->> 'id')::uuid, new.account_id, new.type, new.transaction_date, one ->> 'category',
      (one -> 'cents')::numeric / 100, one ->> 'note', new.created_by, new.created_by_email, new.version
    from jsonb_array_elements(new.lines) one;
  end if;
  return null;
end $$;

create trigger lines_after_insert after insert on public.transactions
  for each row when (new.lines is not null) execute function private.keep_lines();
create trigger lines_after_update after update on public.transactions
  for each row when (old.lines is not null or new.lines is not null) execute function private.keep_lines();
create trigger lines_after_delete after delete on public.transactions
  for each row when (old.lines is not null) execute function private.keep_lines();

alter table public.transaction_lines enable row level security;
revoke all on public.transaction_lines from public, anon, authenticated;
grant select on public.transaction_lines to authenticated;
grant all on public.transaction_lines to service_role;
create policy read on public.transaction_lines for select to authenticated
  using (account_id = any (array(select private.my_accounts()))
    or array[account_id::text, account_id || '/' || category_name] && array(select private.my_views()));

alter policy read on public.transactions
  using (account_id = any (array(select private.my_accounts()))
    or (nature = 'regular' and lines is null and (
      (budget_id = any (array(select private.my_budgets()))
        and account_id || '/' || budget_id = any (array(select private.my_budget_keys())))
      or array[account_id::text, account_id || '/' || category_name] && array(select private.my_views()))));

revoke all on function private.is_line, private.lines_fit, private.guard_lines, private.keep_lines from public;
grant execute on function private.is_line, private.lines_fit to authenticated, service_role;
