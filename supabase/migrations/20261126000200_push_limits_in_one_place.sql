-- How much one push may hold stands in one place, which src/domain/push-limits.ts repeats; a test compares them.

create function private.push_limits(
  out mutations integer, out operations_in_all integer, out operations integer, out refused_units integer
)
language sql immutable as $$ select 1000, 5000, 1000, 32 $$;
comment on function private.push_limits is
  'mutations: of one request. operations_in_all: of one request with several mutations. operations: of one mutation. '
  'refused_units: after so many of one mutation that is decided apart, its units are tried one by one.';

create or replace function private.check_size(p_mutations jsonb) returns void
language plpgsql stable as $$
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
end $$;

create or replace function private.is_too_large(p_mutation jsonb) returns boolean
language sql immutable as $$
  select jsonb_array_length(p_mutation -> 'operations') > (private.push_limits()).operations
$$;

revoke all on function private.push_limits from public;
grant execute on function private.push_limits to authenticated;
