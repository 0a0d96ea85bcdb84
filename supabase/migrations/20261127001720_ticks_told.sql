-- Somebody ticked a row. Another person had reconciled it, unseen, and took that back. Then came a reconciliation that
-- the first one had made before, on another device. It counts all the same (S68i), and ended the notice of the tick:
-- nobody was told. Where a row is reconciled, only a status that its user chose after they were told answers (S40d).

create or replace function private.decided_groups(p_notice private.notices) returns text[]
language sql stable security definer set search_path = '' as $$
  -- A change of the type or of the lines takes amount, type, category and lines together. Who was told of that, and
  -- answers on one of them, answers on all.
  select case
    when (p_notice.lost ? 'type' or p_notice.lost ? 'lines') and answers && array['amount', 'category', 'lines']
    then groups || array['amount', 'category', 'lines'] else groups end
  from (
    select
      coalesce(array_agg(distinct field_group)
        filter (where field_group <> 'status' or is_answer or not counted), '{}') as groups,
      coalesce(array_agg(distinct field_group) filter (where is_answer), '{}') as answers
    from private.changes c cross join unnest(c.groups) field_group
      -- Devices tell milliseconds.
      cross join lateral (select c.edited_at >= date_trunc('milliseconds', p_notice.at) as is_answer) since
      cross join (select exists (
        select from public.transaction_details d
        where d.transaction_id = p_notice.row_id and d.status = 'reconciled') as counted) now
    where c.row_id = p_notice.row_id and c.author = p_notice.user_id and c.at > p_notice.at) decided
$$;
