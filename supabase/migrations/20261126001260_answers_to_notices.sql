-- A row that somebody deleted is back, and they are told. What they made before that, perhaps on another device, may
-- arrive later: it is no answer. Nor is it one when somebody else deletes the row once more. It may come back again.

create or replace function private.is_decided(p_notice private.notices) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_notice.kind
    -- A deletion by somebody else leaves the question open: the lost values are still lost.
    when 'edited' then exists (select from private.changes c
      where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal' and c.author = p_notice.user_id)
    -- Whoever brought the row back or deleted it again has answered.
    when 'deleted' then exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal')
      or exists (select from public.transactions t where t.transaction_id = p_notice.row_id)
    -- Devices tell milliseconds.
    else exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.author = p_notice.user_id
          and (c.kind = 'removal' or c.edited_at >= date_trunc('milliseconds', p_notice.at)))
      or not exists (select from public.transactions t where t.transaction_id = p_notice.row_id) end
$$;
comment on function private.is_decided is
  'Whether what was done with the row since has answered the notice as a whole, or leaves nothing to ask for now.';
