-- What a push locks and weighs of schedules (S75).

create or replace function private.find_named(
  p_mutations jsonb, OUT accounts uuid[], OUT rows uuid[], OUT called uuid[], OUT all_owned boolean
)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $$
declare
  account_names text[];
begin
  select array_agg(distinct op #>> '{row,accountId}') || array_agg(distinct op #>> '{after,accountId}')
      || array_agg(distinct op #>> '{arguments,accountId}') 
        filter (where private.is_rename(op) or private.is_occurrence(op)),
    array_agg(private.as_uuid(op ->> 'id')) filter (where op ? 'id'),
    array_agg(private.as_uuid(op #>> '{arguments,id}')) filter (where op ->> 'kind' = 'call'),
    -- v0.1.0 renames in all that the user owns. When several accounts go, an heir may go before its turn to inherit.
    bool_or(op ->> 'name' = 'category.rename' and op #>> '{arguments,accountId}' is null)
      or count(*) filter (where op ->> 'table' = 'accounts' and op ->> 'kind' = 'delete') > 1
  into account_names, rows, called, all_owned
  from jsonb_array_elements(p_mutations) m, jsonb_array_elements(m -> 'operations') op;
  accounts := array(select private.as_uuid(name) from unnest(account_names) name);
end $$;

create or replace function private.accounts_of(p_rows uuid[], p_called uuid[], p_all_owned boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $$
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
    union select s.account_id from public.schedules s where s.schedule_id = any (p_rows)
    union select a.account_id from public.accounts a where a.account_id = any (p_rows)
    union select heir from private.heir_of(p_rows) heir where heir is not null
    union select i.account_id from public.invitations i where i.invitation_id = any (p_called)
    union select m.account_id from public.memberships m where m.membership_id = any (p_called)
    union select a.account_id from public.accounts a where p_all_owned and a.owner_id = auth.uid());
end $$;

create or replace function private.weight_of(p_mutations jsonb, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  wide constant jsonb[] := array(select op from private.operations_of(p_mutations) op where private.is_wide(op));
  weight integer := (select count(*) from private.operations_of(p_mutations))
    + (select count(*) from jsonb_path_query(p_mutations, '$[*].operations[*].*.lines[*] ? (@ != null)'));
  owned uuid[];
  added integer;
  one record;
begin
  if weight > p_most or wide = '{}' then return weight; end if;
  owned := array(select private.my_owned());
  added := weight;
  -- A rename may touch what an earlier one has renamed, and what was added before.
  for one in
    select account_id, type, count(*)::integer as times, array_agg(from_name) || array_agg(to_name) as names
    from (
      select mine.account_id, op #>> '{arguments,type}' as type,
        op #>> '{arguments,from}' as from_name, btrim(op #>> '{arguments,to}') as to_name
      from unnest(wide) op, unnest(owned) mine (account_id)
      where private.is_rename(op)
        and mine.account_id::text = coalesce(op #>> '{arguments,accountId}', mine.account_id::text)) renames
    group by account_id, type
  loop
    weight := weight + one.times * (
      (select count(*) from (select from public.transactions t
        where t.account_id = one.account_id and private.category_type(t.type, t.refund) = one.type
          and t.category_name = any (one.names)
        limit p_most) rows)
      + (select count(*) from (select from public.transaction_lines l
        where l.account_id = one.account_id and private.category_type(l.type, false) = one.type
          and l.category_name = any (one.names)
        limit p_most) lines)
      + (select count(*) from public.schedules s
        where s.account_id = one.account_id and private.category_type(s.type, s.refund) = one.type)
      -- Each looks at all rows of the account, which costs a twentieth of writing them.
      + (select count(*) / 20 from (select from public.transactions t
        where t.account_id = one.account_id limit p_most * 20) rows)
      + case when one.times > 1 then added else 0 end);
    if weight > p_most then return weight; end if;
  end loop;
  for one in
    select op ->> 'table' as of_table, private.as_uuid(op ->> 'id') as id
    from unnest(wide) op where op ->> 'kind' = 'delete'
  loop
    weight := weight + case one.of_table
      when 'accounts' then case when one.id = any (owned) then
        (select count(*) from (select from public.transactions t where t.account_id = one.id limit p_most) rows)
        + (select count(*) from (select from public.categories c where c.account_id = any (owned) limit p_most) named)
        else 0 end
      when 'imports' then (
        select count(*) from (select from public.import_keys k where k.import_id = one.id
          and k.account_id in (select private.my_accounts('member')) limit p_most) keys)
      when 'reconciliations' then (
        select count(*) from (select from public.transaction_details d where d.reconciliation_id = one.id
          and d.account_id in (select private.my_accounts('member')) limit p_most) details)
      else 0 end;
    if weight > p_most then return weight; end if;
  end loop;
  return weight;
end $$;
