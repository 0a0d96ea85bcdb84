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
  if jsonb_array_length(p_mutations) > 1 and (
    select sum(jsonb_array_length(m -> 'operations')) from jsonb_array_elements(p_mutations) m
  ) > limits.operations_in_all then
    perform private.refuse('PT413', 'too_many', format('At most %s operations a push.', limits.operations_in_all));
  end if;
end $function$;
grant execute on function private.check_size(p_mutations jsonb) to authenticated;

-- Whether a mutation has more operations than any device makes; it is rejected.
CREATE OR REPLACE FUNCTION private.is_too_large(p_mutation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_array_length(p_mutation -> 'operations') > (private.push_limits()).operations
$function$;
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
-- src/domain/verdicts.ts or of send-invitation.
CREATE OR REPLACE FUNCTION private.refuse(p_code text, p_reason text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = p_code, message = p_message, detail = p_reason;
end $function$;
grant execute on function private.refuse(p_code text, p_reason text, p_message text) to authenticated;
grant execute on function private.refuse(p_code text, p_reason text, p_message text) to service_role;
