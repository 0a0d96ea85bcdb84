-- A user's accounts: the default one, which is the oldest that they own, and the built-in categories that come with it.

create function private.built_in_categories() returns table (type text, name text)
language sql immutable as $$
  select 'expense', unnest(array['Food', 'Transportation', 'Housing', 'Utilities', 'Entertainment', 'Healthcare', 'Education', 'Other Expenses'])
  union all
  select 'income', unnest(array['Salary', 'Freelance', 'Investments', 'Gifts', 'Other Income'])
$$;

create function public.create_account(
  p_account_name text, p_account_type text default 'personal', p_description text default null, p_account_id uuid default null
) returns public.accounts
language plpgsql set search_path = '' as $$
declare
  made public.accounts;
  id uuid := coalesce(p_account_id, gen_random_uuid());
  is_first boolean;
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'unauthorized', 'Please log in first.');
  end if;
  select * into made from public.accounts where account_id = id and owner_id = auth.uid();
  if found then return made; end if;
  is_first := not exists (select from public.accounts where owner_id = auth.uid());
  insert into public.accounts (account_id, account_name, account_type, description)
  values (id, btrim(p_account_name), coalesce(p_account_type, 'personal'), p_description);
  if is_first then
    insert into public.categories (category_id, account_id, type, name)
    select private.name_id('category:' || id || ':' || type || ':' || name), id, type, name from private.built_in_categories()
    on conflict do nothing;
  end if;
  select * into made from public.accounts where account_id = id;
  return made;
end $$;
comment on function public.create_account is
  'Makes an account, with the built-in categories when it is the user''s first. With the id of an account that the user has, answers that one.';

create function public.get_or_create_default_account() returns uuid
language plpgsql set search_path = '' as $$
declare
  found_id uuid;
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'unauthorized', 'Please log in first.');
  end if;
  select account_id into found_id from public.accounts
  where owner_id = auth.uid() order by created_at, account_id limit 1;
  if found_id is not null then return found_id; end if;
  return (public.create_account('Personal', 'personal', null, private.name_id('account:' || auth.uid()))).account_id;
exception when unique_violation then
  -- Another device of the same user was quicker by a moment.
  return private.name_id('account:' || auth.uid());
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.create_account, public.get_or_create_default_account from public, anon;
grant execute on function public.create_account, public.get_or_create_default_account to authenticated;
grant execute on function private.built_in_categories to authenticated;
