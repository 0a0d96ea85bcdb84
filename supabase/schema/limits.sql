-- Limits on values and sizes, and how a call is refused.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- mutations: of one request. operations_in_all: of one request with several mutations. operations: of one mutation.
-- refused_units: after so many of one mutation that is decided apart, its units are tried one by one.
-- operations_of_guest: of one request with several mutations that writes in an account as a guest.
CREATE OR REPLACE FUNCTION private.push_limits(OUT mutations integer, OUT operations_in_all integer, OUT operations integer, OUT refused_units integer, OUT operations_of_guest integer)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 1000, 5000, 1000, 32, 200 $function$;
grant execute on function private.push_limits(OUT mutations integer, OUT operations_in_all integer, OUT operations integer, OUT refused_units integer, OUT operations_of_guest integer) to authenticated;

-- Raises PT413 for a push that asks for too much.
CREATE OR REPLACE FUNCTION private.check_size(p_mutations jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  limits record := private.push_limits();
begin
  if jsonb_array_length(p_mutations) > limits.mutations then
    perform private.refuse('PT413', 'too_many', format('At most %s mutations a push.', limits.mutations));
  end if;
  -- A device halves a batch that is refused so; a single mutation gets a verdict instead.
  if jsonb_array_length(p_mutations) > 1
    and private.weight_of(p_mutations, limits.operations_in_all) > limits.operations_in_all
  then
    perform private.refuse('PT413', 'too_many', format('At most %s operations a push.', limits.operations_in_all));
  end if;
end $function$;
grant execute on function private.check_size(p_mutations jsonb) to authenticated;

-- What these mutations cost before any is carried out: one for each operation, line, and row that the caller may write
-- and that an operation touches without naming it. Counts no further than p_most.
CREATE OR REPLACE FUNCTION private.weight_of(p_mutations jsonb, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.weight_of(p_mutations jsonb, p_most integer) to authenticated;

-- Whether a mutation has more operations, or with a rename or the end of an account touches more rows, than any device
-- makes; it is rejected.
CREATE OR REPLACE FUNCTION private.is_too_large(p_mutation jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  limits record := private.push_limits();
  size integer := jsonb_array_length(p_mutation -> 'operations');
begin
  return size > limits.operations or (size > 1
    -- No app puts one of these beside anything else.
    and exists (select from private.operations_of(jsonb_build_array(p_mutation)) op
      where private.is_wide(op) and not coalesce(op ->> 'kind' = 'delete' and op ->> 'table' <> 'accounts', false))
    and private.weight_of(jsonb_build_array(p_mutation), limits.operations_in_all) > limits.operations_in_all);
end $function$;
grant execute on function private.is_too_large(p_mutation jsonb) to authenticated;

-- Whether a text has at most p_units UTF-16 units, as devices count. An emoji takes two. A text never has more units
-- than bytes.
CREATE OR REPLACE FUNCTION private.fits(p_text text, p_units integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select octet_length(p_text) <= p_units
    or length(p_text) + length(regexp_replace(p_text, '[^\U00010000-\U0010FFFF]', '', 'g')) <= p_units
$function$;
grant execute on function private.fits(p_text text, p_units integer) to authenticated;
grant execute on function private.fits(p_text text, p_units integer) to service_role;

-- Whether a date picker can name the day of a moment: it is finite, of our era and of a year of four digits in every
-- time zone.
CREATE OR REPLACE FUNCTION private.is_nameable(p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_at between '0001-01-02 00:00:00+00' and '9999-12-30 23:59:59.999+00'
$function$;
grant execute on function private.is_nameable(p_at timestamp with time zone) to authenticated;
grant execute on function private.is_nameable(p_at timestamp with time zone) to service_role;

-- Dollars in cents, at most Number.MAX_SAFE_INTEGER of them.
CREATE OR REPLACE FUNCTION private.countable(p_dollars numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(p_dollars * 100, 9007199254740991)::bigint
$function$;
grant execute on function private.countable(p_dollars numeric) to authenticated;
grant execute on function private.countable(p_dollars numeric) to service_role;

-- Raises PTxxx, which the table API answers as HTTP status xxx; the detail is one of the reasons of
-- src/domain/mutations/verdicts.ts or of send-invitation.
CREATE OR REPLACE FUNCTION private.refuse(p_code text, p_reason text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = p_code, message = p_message, detail = p_reason;
end $function$;
grant execute on function private.refuse(p_code text, p_reason text, p_message text) to authenticated;
grant execute on function private.refuse(p_code text, p_reason text, p_message text) to service_role;
