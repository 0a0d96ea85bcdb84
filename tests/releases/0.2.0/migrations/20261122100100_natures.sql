-- A transaction has a nature. Only regular ones are income and expense; every one counts in the balance. What is not
-- regular stays with the members of the account: no budget covers it, whatever its category is called.

alter table public.transactions
  add column nature text not null default 'regular' check (nature in ('regular', 'opening', 'transfer', 'adjustment')),
  add column transfer_id uuid,
  add constraint transactions_transfer check ((nature = 'transfer') = (transfer_id is not null)),
  -- The generated column of a new row is not there yet when a trigger looks at it, but it is for a constraint.
  add constraint transactions_contribution check (nature = 'regular' or budget_id is null);
comment on column public.transactions.nature is
  'Set when the row is made. Devices send it; the table API adds regular rows only.';
comment on column public.transactions.transfer_id is
  'Shared by the two sides of a transfer. Without an index, because a unique one would tell what exists.';
grant insert (nature, transfer_id), update (nature, transfer_id) on public.transactions to authenticated;

alter type private.client_transaction add attribute nature text, add attribute "transferId" uuid;

create function private.refuse_nature() returns void
language plpgsql as $$
begin
  perform private.refuse('PT400', 'invalid', 'The nature of this transaction does not allow this.');
end $$;
comment on function private.refuse_nature is 'One refusal for all that a nature forbids, whatever else exists.';

create function private.check_nature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Somebody who administers the database may write what the constraints allow.
  if auth.uid() is null then return new; end if;
  if tg_op = 'INSERT' then
    if not private.pushing() or new.nature = 'transfer' then perform private.refuse_nature(); end if;
  elsif new.nature <> old.nature or new.transfer_id is distinct from old.transfer_id then
    perform private.refuse_nature();
  elsif new.account_id <> old.account_id
    or (new.type <> old.type and (old.nature = 'transfer' or private.device() is null))
    or (new.metadata ->> 'category_name' is distinct from old.metadata ->> 'category_name'
      and current_setting('carryover.renaming', true) is distinct from 'on')
  then
    perform private.refuse_nature();
  end if;
  return new;
end $$;
comment on function private.check_nature is
  'Account and category of what is not regular stay, and the type of a transfer. The table API and protocol 4, which '
  'name no device, change no type.';

create trigger before_nature_insert before insert on public.transactions
  for each row when (new.nature <> 'regular') execute function private.check_nature();
create trigger before_nature_update before update on public.transactions
  for each row when (old.nature <> 'regular' or new.nature <> 'regular') execute function private.check_nature();

alter policy read on public.transactions
  using (account_id = any (array(select private.my_accounts()))
    or (nature = 'regular' and (
      (budget_id = any (array(select private.my_budgets()))
        and account_id || '/' || budget_id = any (array(select private.my_budget_keys())))
      or array[account_id::text, account_id || '/' || category_name] && array(select private.my_views()))));

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
      'others', case when p_budget is null then
        (select count(*) from public.categories c where c.account_id = p_account)
        + (select count(*) from public.budgets b where b.account_id = p_account)
        + (select count(*) from public.memberships m where m.account_id = p_account) end)
    from private.scope_transactions(p_account, p_budget));
end $$;
comment on function public.sync_sums is
  'Of each scope the head, the number of transactions, their sums in cents, and of an account the number of its '
  'categories, budgets and memberships (sync/sums.ts). income and expenses are of every nature, as v0.1.0 counts.';

revoke all on function private.refuse_nature, private.check_nature from public;
