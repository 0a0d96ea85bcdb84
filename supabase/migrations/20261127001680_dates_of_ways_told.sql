-- A row of a file gives way to a link of its line. The linked row may have another date than the file, and who brought
-- that one was told only of another category (S69o).

create or replace function private.tell_of_ways(p_ways private.way[]) returns void
language plpgsql as $$
begin
  perform private.tell_of_edit((made.client ->> 'userId')::uuid, own.client, '{}', 'transactions',
    (select jsonb_object_agg(f, made.client -> f) from unnest(fields) f),
    (select jsonb_object_agg(f, own.client -> f) from unnest(fields) f))
  from unnest(p_ways) w
    join private.read_rows('transactions', array(select other from unnest(p_ways))) made on made.id = w.other
    join private.read_rows('transactions', array(select row_id from unnest(p_ways))) own on own.id = w.row_id
    cross join lateral (
      select made.client ->> 'category' not in ('Uncategorized', own.client ->> 'category') as other_category) differs
    cross join lateral (select array_remove(array[
      case when made.client ->> 'date' <> own.client ->> 'date' then 'date' end,
      case when other_category then 'category' end,
      case when other_category and own.client ->> 'lines' is not null then 'lines' end], null) as fields) named
  where fields <> '{}';
end $$;
comment on function private.tell_of_ways is
  'Tells who brought the rows that give way to links which date and category stand instead (S69o).';
