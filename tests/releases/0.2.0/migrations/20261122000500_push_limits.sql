-- How much one push may ask for. supabase/embedded/http/limits.ts gives the reasons, and a test compares the numbers.

create function private.check_size(p_mutations jsonb) returns void
language plpgsql stable as $$
begin
  if jsonb_array_length(p_mutations) > 1000 then
    perform private.refuse('PT413', 'too_many', 'At most 1,000 mutations a push.');
  end if;
  -- A device halves a batch that is refused so; a single mutation gets a verdict instead.
  if jsonb_array_length(p_mutations) > 1
    and (select sum(jsonb_array_length(m -> 'operations')) from jsonb_array_elements(p_mutations) m) > 5000 then
    perform private.refuse('PT413', 'too_many', 'At most 5,000 operations a push.');
  end if;
end $$;
comment on function private.check_size is 'Raises PT413 for a push that asks for too much.';

create function private.is_too_large(p_mutation jsonb) returns boolean
language sql immutable as $$
  select jsonb_array_length(p_mutation -> 'operations') > 1000
$$;
comment on function private.is_too_large is
  'Whether a mutation has more operations than any device makes; it is rejected.';

revoke all on function private.check_size, private.is_too_large from public;
grant execute on function private.check_size, private.is_too_large to authenticated;
