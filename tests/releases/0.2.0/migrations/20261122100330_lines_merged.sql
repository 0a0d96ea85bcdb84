-- An edit of a split row names amount, type, category and lines, and is decided on as one. Whoever edits one of them
-- without naming lines thought of a row that has none.
create or replace function private.merge_patch(
  p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb, p_edited_at timestamptz,
  out taken jsonb, out kept jsonb, out kept_by uuid, out raised text[], out told jsonb
)
language plpgsql stable as $$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and p_after ? 'type'
    and p_before -> 'type' is distinct from p_after -> 'type';
  splits boolean := p_table = 'transactions' and p_after ? 'lines';
  unseen_lines boolean := p_table = 'transactions' and jsonb_typeof(p_current -> 'lines') = 'array' and not splits;
  part record;
  groups text[];
  standing record;
  lost jsonb;
  author text;
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - 'type'; end if;
  for part in
    select field_group, array_agg(distinct own_group) as named, jsonb_object_agg(key, value) as after,
      jsonb_object_agg(key, p_before -> key) as before, jsonb_object_agg(key, p_current -> key) as current
    from (
      -- A category's name belongs to a type. So a change of the type takes amount, type and category or none of them.
      select case when (turns or splits) and own_group in ('category', 'lines') then 'amount' else own_group end
        as field_group, own_group, key, value
      from (select private.field_group(p_table, key) as own_group, key, value from jsonb_each(p_after) fields) named
    ) fields
    group by 1
  loop
    if part.field_group is null then
      raise invalid_parameter_value using message = 'A patch names a field that devices do not write.';
    end if;
    groups := case when (turns or splits) and part.field_group = 'amount'
      then array['amount', 'type', 'category', 'lines'] else array[part.field_group] end;
    standing := private.latest_clock(p_clocks, groups, p_current);
    if part.current = part.after then
      if standing.at < p_edited_at then raised := raised || part.named; end if;
    elsif unseen_lines and part.field_group in ('amount', 'category') then
      kept := kept || part.current;
      kept_by := (private.latest_clock(p_clocks, array['lines'], p_current)).author;
    elsif part.field_group = 'category' and not private.knows(p_clocks, 'type', p_seen, account) then
      -- The name belongs to the type that the row no longer has.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{type,by}';
    elsif private.knows_all(p_clocks, groups, p_seen, account)
      or (jsonb_typeof(p_seen) is distinct from 'object' and part.current = part.before and standing.at <= p_edited_at)
    then
      taken := taken || part.after;
    elsif private.is_later(p_edited_at, auth.uid(), standing.at, standing.author) then
      taken := taken || part.after;
      lost := private.changed_fields(part.current, part.after);
      foreach author in array private.unknown_authors(p_clocks, groups, p_seen, account) loop
        told := told || jsonb_build_object(author, jsonb_build_object(
          'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
          'stands',
          coalesce(told #> array[author, 'stands'], '{}') || private.changed_fields(part.after, part.current)));
      end loop;
    else
      kept := kept || part.current;
      kept_by := standing.author;
    end if;
  end loop;
end $$;

-- What was told of a split row ends with a later word on any of the fields that its lines bind. People who have only a
-- budget are not told what stands in a row that is or was split.

create or replace function private.decided_groups(p_notice private.notices) returns text[]
language sql stable security definer set search_path = '' as $$
  -- A change of the type or of the lines takes amount, type, category and lines together. So a later word on one of
  -- them is one on all.
  select case
    when (p_notice.lost ? 'type' or p_notice.lost ? 'lines') and groups && array['amount', 'category', 'lines']
    then groups || array['amount', 'category', 'lines'] else groups end
  from (select array(select distinct unnest(c.groups) from private.changes c
    where c.row_id = p_notice.row_id and c.author = p_notice.user_id and c.at > p_notice.at)) decided (groups)
$$;

create or replace function private.tell_of_edit(
  p_author uuid, p_client jsonb, p_clocks jsonb, p_table text, p_lost jsonb, p_stands jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.account_of(p_client);
  is_split boolean := jsonb_typeof(p_client -> 'lines') = 'array' or jsonb_typeof(p_stands -> 'lines') = 'array';
  mine text[];
begin
  if not private.has_account(p_author, account) then
    mine := array(select g from jsonb_object_keys(p_clocks) g
      where p_author::text in (p_clocks #>> array[g, 'by'], p_clocks #>> array[g, 'raised', 'by']));
    p_lost := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_lost)
      where case key when 'type' then 'type' else private.field_group(p_table, key) end = any (mine));
    p_stands := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_stands)
      where p_lost ? key and not is_split);
    -- Only what others had written became another.
    if p_lost = '{}' then return; end if;
  end if;
  perform private.tell(p_author, account, p_table, (p_client ->> 'id')::uuid, 'edited', p_lost, p_stands);
end $$;
