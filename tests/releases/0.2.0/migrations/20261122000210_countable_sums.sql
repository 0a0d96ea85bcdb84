-- A sum of many large amounts can be more cents than a device can count exactly (2^53 - 1). A pull with such a sum
-- could not be read. Now a sum stops at the most that a device can count.

create function private.countable(p_dollars numeric) returns bigint
language sql immutable as $$
  select least(p_dollars * 100, 9007199254740991)::bigint
$$;
comment on function private.countable is 'Dollars in cents, at most Number.MAX_SAFE_INTEGER of them.';

revoke all on function private.countable from public;
grant execute on function private.countable to authenticated, service_role;
