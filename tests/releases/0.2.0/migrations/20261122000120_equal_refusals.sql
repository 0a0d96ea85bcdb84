-- Somebody who may not write into an account gets the same refusal whether or not the account, or a budget of it,
-- exists. Triggers run before RLS, so these triggers leave the refusal to RLS.

create or replace function private.next_version(p_account uuid) returns bigint
language plpgsql as $$
declare
  counters jsonb := coalesce(nullif(current_setting('carryover.counters', true), ''), '{}');
  number bigint := counters ->> p_account::text;
  gathered text;
begin
  if number is null then
    select l.version into number from private.account_log l where l.account_id = p_account for update;
    -- There is no such account: RLS refuses the row, or its foreign key does.
    if not found then return 0; end if;
  end if;
  number := number + 1;
  -- Assigned, not performed: an expression, and no query for each row.
  gathered := set_config('carryover.counters', (counters || jsonb_build_object(p_account, number))::text, true);
  return number;
end $$;

create or replace function private.with_budget(p_metadata jsonb, p_account uuid, p_moved boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  category text;
begin
  select coalesce(c.name, 'Uncategorized') into category
  from public.budgets b left join public.categories c using (account_id, category_id)
  where b.account_id = p_account and b.budget_id = (p_metadata ->> 'budget_id')::uuid;
  if found then return p_metadata || jsonb_build_object('category_name', category); end if;
  if p_moved then return p_metadata - 'budget_id'; end if;
  if auth.uid() is not null and not exists (select from private.people(p_account) p where p.user_id = auth.uid()) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "transactions"';
  end if;
  raise foreign_key_violation using message = 'There is no such budget in this account.';
end $$;
