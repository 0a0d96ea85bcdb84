-- A notice of a lost type or split ended with any later word of its user on amount, category or lines (S40d), also with
-- one from before they were told, on another device. That one says nothing of the others.

create or replace function private.decided_groups(p_notice private.notices) returns text[]
language sql stable security definer set search_path = '' as $$
  -- A change of the type or of the lines takes amount, type, category and lines together. Who was told of that, and
  -- answers on one of them, answers on all.
  select case
    when (p_notice.lost ? 'type' or p_notice.lost ? 'lines') and answers && array['amount', 'category', 'lines']
    then groups || array['amount', 'category', 'lines'] else groups end
  from (
    select coalesce(array_agg(distinct field_group), '{}') as groups,
      -- Devices tell milliseconds.
      coalesce(array_agg(distinct field_group) filter (
        where c.edited_at >= date_trunc('milliseconds', p_notice.at)), '{}') as answers
    from private.changes c, unnest(c.groups) field_group
    where c.row_id = p_notice.row_id and c.author = p_notice.user_id and c.at > p_notice.at) decided
$$;
