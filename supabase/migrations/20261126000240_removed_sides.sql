-- A side of a transfer that was removed comes back alone only with the amount and the type that it had: the other side
-- still has them.

create or replace function private.was_side(p_row public.transactions) returns boolean
language sql stable security definer set search_path = '' as $$
  select current_setting('carryover.restores', true) is not distinct from 'on' and exists (
    select from (
      select c.before from private.changes c
      where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id
      order by c.at desc limit 1) removal
    where before ->> 'transferId' = p_row.transfer_id::text
      and (before ->> 'amount')::bigint = p_row.amount * 100
      and private.stored_type(before ->> 'type') = p_row.type)
$$;
