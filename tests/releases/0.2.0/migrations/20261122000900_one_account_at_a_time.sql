-- A rename of a category and the deletion of an account may change very many rows. Each now locks only the account that
-- it changes, and the account that inherits its categories. A push to the owner's other accounts goes on meanwhile.

create or replace function private.find_named(
  p_mutations jsonb, out accounts uuid[], out rows uuid[], out called uuid[], out all_owned boolean
)
language plpgsql immutable as $$
declare
  account_names text[];
begin
  select array_agg(distinct op #>> '{row,accountId}') || array_agg(distinct op #>> '{after,accountId}')
      || array_agg(distinct op #>> '{arguments,accountId}') filter (where op ->> 'name' = 'category.rename'),
    array_agg(private.as_uuid(op ->> 'id')) filter (where op ? 'id'),
    array_agg(private.as_uuid(op #>> '{arguments,id}')) filter (where op ->> 'kind' = 'call'),
    -- v0.1.0 renames in all that the user owns. When several accounts go, an heir may go before its turn to inherit.
    bool_or(op ->> 'name' = 'category.rename' and op #>> '{arguments,accountId}' is null)
      or count(*) filter (where op ->> 'table' = 'accounts' and op ->> 'kind' = 'delete') > 1
  into account_names, rows, called, all_owned
  from jsonb_array_elements(p_mutations) m, jsonb_array_elements(m -> 'operations') op;
  accounts := array(select private.as_uuid(name) from unnest(account_names) name);
end $$;

create function private.heir_of(p_accounts uuid[]) returns uuid
language sql stable as $$
  with owned as (
    select a.account_id, row_number() over (order by a.created_at, a.account_id) as place
    from public.accounts a where a.owner_id = auth.uid()
  )
  select heir.account_id from owned oldest join owned heir on heir.place = 2
  where oldest.place = 1 and oldest.account_id = any (p_accounts)
$$;
comment on function private.heir_of is
  'The account that gets the categories of the caller''s default account, if that one is among these.';

create function private.removed_from(p_rows uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.account_id from private.changes c
  where c.row_id = any (p_rows) and c.kind = 'removal' and c.of_table = 'transactions'
    and c.account_id in (select private.my_accounts())
    and not exists (select from public.transactions t where t.transaction_id = c.row_id)
$$;
comment on function private.removed_from is
  'The caller''s accounts from which these transactions were removed, if they stand nowhere now. An edit may bring them back.';

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
    union select a.account_id from public.accounts a where a.account_id = any (p_rows)
    union select heir from private.heir_of(p_rows) heir where heir is not null
    union select i.account_id from public.invitations i where i.invitation_id = any (p_called)
    union select m.account_id from public.memberships m where m.membership_id = any (p_called)
    union select a.account_id from public.accounts a where p_all_owned and a.owner_id = auth.uid());
end $$;

revoke all on function private.heir_of, private.removed_from from public;
grant execute on function private.heir_of, private.removed_from to authenticated;
