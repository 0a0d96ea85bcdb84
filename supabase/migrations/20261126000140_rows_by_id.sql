-- A push reads the rows that it names, each by its id, and never the account that they are in. What it costs is not up
-- to the size of the account, nor to statistics.

-- A generic plan expects few rows in a list of ids, whatever is in it, and looks each up by an index. With the list in
-- sight and no statistics, the planner would rather go through the account. sync_pull has the same setting.
alter function public.sync_push set plan_cache_mode = 'force_generic_plan';

-- With the account, so that the index of the account's keys is never the better one.
drop index public.import_keys_import;
create index import_keys_import on public.import_keys (import_id, account_id);

-- That somebody wrote again what stands changes no balance, month or view, so the triggers after an update have nothing
-- to do (carryover.forgetting).
create or replace function private.raise_clocks(p_table text, p_id uuid, p_groups text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[] := array(select private.my_reach());
  -- Their clocks stand in the details.
  hidden text[] := '{status,bankId}';
begin
  case p_table
    when 'transactions' then
      perform set_config('carryover.forgetting', 'on', true);
      update public.transactions t
      set field_clocks = private.raise(t.field_clocks, array(select g from unnest(p_groups) g where g <> all (hidden)))
      where t.transaction_id = p_id and t.account_id = any (mine) and not p_groups <@ hidden;
      perform set_config('carryover.forgetting', '', true);
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
