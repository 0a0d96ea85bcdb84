-- Kinds and order of accounts, groups of categories, and the archive of both. Each is a field group of its own. Rows of
-- earlier releases get the defaults, which mean what they meant before.

alter table public.accounts
  add column kind text not null default 'other'
    check (kind in ('cash', 'checking', 'savings', 'credit_card', 'loan', 'investment', 'other')),
  add column archived boolean not null default false,
  -- NaN is greater than every number.
  add column position double precision check (position between -1e15 and 1e15);
comment on column public.accounts.kind is 'What the account is for. Credit cards and loans are there to owe money.';
comment on column public.accounts.archived is 'Forms do not offer the account any more. Lists and reports keep it.';
comment on column public.accounts.position is
  'Where the account stands in lists, for everybody who has it. Null stands after all numbers, by created_at.';
grant insert (kind, archived, position), update (kind, archived, position) on public.accounts to authenticated;

alter table public.categories
  add column group_name text check (btrim(group_name) <> '' and private.fits(group_name, 200)),
  add column archived boolean not null default false;
comment on column public.categories.group_name is 'The heading under which lists and reports show the category.';
comment on column public.categories.archived is 'Forms do not offer the category any more. Lists and reports keep it.';
grant insert (group_name, archived), update (group_name, archived) on public.categories to authenticated;

alter type private.client_account
  add attribute kind text, add attribute archived boolean, add attribute position double precision;
alter type private.client_category add attribute "group" text, add attribute archived boolean;

create or replace function private.accounts_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.owner_id := coalesce(auth.uid(), new.owner_id);
    new.created_at := least(new.created_at, now());
    new.account_type := coalesce(new.account_type, 'personal');
    new.balance := 0;
    new.field_clocks := '{}';
    if not exists (select from public.accounts a where a.account_id = new.account_id) then
      perform private.open_log(new.account_id);
    end if;
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  -- Only write_balances changes a balance: after a statement within a trigger, or at the end of a push, in which
  -- nothing else can write one.
  if new.balance <> old.balance and pg_trigger_depth() = 1 and not private.pushing() then
    new.balance := private.recount(new.account_id);
  end if;
  changed := array_remove(array[
    case when new.account_name <> old.account_name then 'name' end,
    case when new.account_type <> old.account_type then 'type' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.account_number is distinct from old.account_number then 'accountNumber' end,
    case when new.kind <> old.kind then 'kind' end,
    case when new.archived <> old.archived then 'archived' end,
    case when new.position is distinct from old.position then 'position' end], null);
  if changed <> '{}' or new.owner_id <> old.owner_id then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $$;

create or replace function private.categories_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.created_at := least(new.created_at, now());
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  changed := array_remove(array[
    case when new.name <> old.name then 'name' end,
    case when new.type <> old.type then 'type' end,
    case when new.account_id <> old.account_id then 'accountId' end,
    case when new.group_name is distinct from old.group_name then 'group' end,
    case when new.archived <> old.archived then 'archived' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(case when new.account_id <> old.account_id
      then private.renumber(old.field_clocks, old.account_id, new.version) else old.field_clocks end, changed,
      new.version);
  end if;
  return new;
end $$;

create function private.as_spoken(p_row jsonb) returns jsonb
language sql stable as $$
  select case when private.spoken_protocol() < 5 then p_row - array['kind', 'archived', 'position', 'group']
    else p_row end
$$;
comment on function private.as_spoken is
  'A row of accounts or categories in the client''s form, with the fields that the protocol of this call has.';

create function private.lacks_fields(p_cursor jsonb) returns boolean
language sql stable as $$
  select coalesce((p_cursor ->> 'protocol')::integer, private.oldest_protocol()) < private.spoken_protocol()
$$;
comment on function private.lacks_fields is
  'Whether rows came to this cursor under an older protocol than that of this call, so fields of them may be missing.';

revoke all on function private.as_spoken, private.lacks_fields from public;
grant execute on function private.as_spoken, private.lacks_fields to authenticated;
