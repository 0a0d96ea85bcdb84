-- A category comes back under its id when its deletion is undone. Then nothing is left to decide for those who were
-- told of the deletion (S40e).

create or replace function private.is_decided(p_notice private.notices) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_notice.kind
    -- A deletion by somebody else leaves the question open: the lost values are still lost. Devices tell milliseconds.
    when 'edited' then exists (select from private.changes c
      where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal' and c.author = p_notice.user_id
        and c.edited_at >= date_trunc('milliseconds', p_notice.at))
    -- Whoever brought the row back or deleted it again has answered.
    when 'deleted' then exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal')
      or exists (select from public.transactions t where t.transaction_id = p_notice.row_id)
      or exists (select from public.categories c where c.category_id = p_notice.row_id)
      or exists (select from public.budgets b where b.budget_id = p_notice.row_id)
    else exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.author = p_notice.user_id
          and (c.kind = 'removal' or c.edited_at >= date_trunc('milliseconds', p_notice.at)))
      or not exists (select from public.transactions t where t.transaction_id = p_notice.row_id) end
$$;
