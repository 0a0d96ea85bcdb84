-- A row that is no split has `lines: null`, which a path reads as one line. So it weighed two.
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
      select mine.account_id, case op #>> '{arguments,type}' when 'income' then 'credit' else 'debit' end as type,
        op #>> '{arguments,from}' as from_name, btrim(op #>> '{arguments,to}') as to_name
      from unnest(wide) op, unnest(owned) mine (account_id)
      where op ->> 'name' = 'category.rename'
        and mine.account_id::text = coalesce(op #>> '{arguments,accountId}', mine.account_id::text)) renames
    group by account_id, type
  loop
    weight := weight + one.times * (
      (select count(*) from (select from public.transactions t
        where t.account_id = one.account_id and t.type = one.type and t.category_name = any (one.names)
        limit p_most) rows)
      + (select count(*) from (select from public.transaction_lines l
        where l.account_id = one.account_id and l.type = one.type and l.category_name = any (one.names)
        limit p_most) lines)
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
