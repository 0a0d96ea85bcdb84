-- Who wins when two people edit a row is decided per field group. An edit whose author knew the standing value is
-- taken. Otherwise the later edit wins, and whoever is overtaken is told. Edits of different groups both survive.

-- A query plans what it calls in SQL anew each time. So what is asked for each row of a push is written in plpgsql.
create function private.knows(p_clocks jsonb, p_group text, p_seen jsonb, p_account text) returns boolean
language plpgsql stable as $$
declare
  clock jsonb := p_clocks -> p_group;
  number bigint := clock ->> 'v';
  seen_in text;
  seen_number bigint;
begin
  if number is null then return true; end if;
  if clock ->> 'd' = private.device()::text then return true; end if;
  if jsonb_typeof(p_seen) = 'object' then
    seen_in := p_seen ->> 'accountId';
    seen_number := p_seen ->> 'number';
    -- Of a group that lay under own edits, only the lower number was seen.
    seen_number := coalesce(
      (p_seen #>> array['hidden', case p_group when 'type' then 'amount' else p_group end])::bigint, seen_number);
    return coalesce((seen_in = p_account and number <= seen_number)
      or (seen_in = clock #>> '{was,a}' and (clock #>> '{was,v}')::bigint <= seen_number), false);
  end if;
  -- Protocol 4: the row's number as it was seen, in whatever account.
  if jsonb_typeof(p_seen) = 'number' then return number <= p_seen::bigint and not p_clocks ? 'accountId'; end if;
  return false;
end $$;
comment on function private.knows is
  'Whether the author of an operation, who had seen p_seen, knew what stands in this group: they saw it, or this very device wrote it. '
  'p_account: the account in which the row is now.';

create function private.knows_all(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text) returns boolean
language plpgsql stable as $$
begin
  for at in 1 .. cardinality(p_groups) loop
    if not private.knows(p_clocks, p_groups[at], p_seen, p_account) then return false; end if;
  end loop;
  return true;
end $$;

create function private.latest_clock(
  p_clocks jsonb, p_groups text[], p_row jsonb, out at timestamptz, out author uuid
)
language plpgsql stable as $$
begin
  select greatest(written_at, raised_at),
    case when raised_at > written_at then (clock #>> '{raised,by}')::uuid else written_by end
  into at, author
  from unnest(p_groups) g, lateral (
    select p_clocks -> g as clock, coalesce((p_clocks #>> array[g, 'at']), p_row ->> 'createdAt')::timestamptz as written_at,
      coalesce(p_clocks #>> array[g, 'by'], p_row ->> 'userId', p_row ->> 'ownerId')::uuid as written_by,
      (p_clocks #>> array[g, 'raised', 'at'])::timestamptz as raised_at) stamps
  -- Another device may have added the same row of a file long after the edits that decide.
  order by clock is null, 1 desc, 2 desc nulls last limit 1;
end $$;
comment on function private.latest_clock is
  'When and by whom these groups were last written. A group without a clock is as it was inserted. That is no edit, so '
  'its time counts only where none of the groups has a clock.';

create function private.unknown_authors(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text) returns text[]
language plpgsql stable as $$
begin
  return array(
    select distinct author from unnest(p_groups) g,
      unnest(array[p_clocks #>> array[g, 'by'], p_clocks #>> array[g, 'raised', 'by']]) author
    where author is not null and not private.knows(p_clocks, g, p_seen, p_account));
end $$;
comment on function private.unknown_authors is 'Who wrote the values that the author of an operation did not know.';

create function private.is_later(p_edited_at timestamptz, p_by uuid, p_than_at timestamptz, p_than_by uuid) returns boolean
language sql immutable as $$
  select coalesce(p_edited_at > p_than_at or (p_edited_at = p_than_at and p_by > p_than_by), false)
$$;
comment on function private.is_later is 'Whether one deed is later than another. A tie goes to the greater user id.';

drop function private.merge_patch;
create function private.merge_patch(
  p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb, p_edited_at timestamptz,
  out taken jsonb, out kept jsonb, out kept_by uuid, out raised text[], out told jsonb
)
language plpgsql stable as $$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and p_after ? 'type' and p_before -> 'type' is distinct from p_after -> 'type';
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
  -- Only a change of the type writes it.
  if p_table = 'transactions' and not turns then p_after := p_after - 'type'; end if;
  for part in
    select field_group, array_agg(distinct own_group) as named, jsonb_object_agg(key, value) as after,
      jsonb_object_agg(key, p_before -> key) as before, jsonb_object_agg(key, p_current -> key) as current
    from (
      -- A category's name belongs to a type. So a change of the type takes amount, type and category or none of them.
      select case when turns and own_group = 'category' then 'amount' else own_group end as field_group, own_group, key, value
      from (select private.field_group(p_table, key) as own_group, key, value from jsonb_each(p_after) fields) named) fields
    group by 1
  loop
    if part.field_group is null then
      raise invalid_parameter_value using message = 'A patch names a field that devices do not write.';
    end if;
    groups := case when turns and part.field_group = 'amount' then array['amount', 'type', 'category'] else array[part.field_group] end;
    select * into standing from private.latest_clock(p_clocks, groups, p_current);
    if part.current = part.after then
      if standing.at < p_edited_at then raised := raised || part.named; end if;
    elsif part.field_group = 'category' and not private.knows(p_clocks, 'type', p_seen, account) then
      -- The name belongs to the type that the row no longer has.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{type,by}';
    elsif (select bool_and(private.knows(p_clocks, g, p_seen, account)) from unnest(groups) g)
      or (jsonb_typeof(p_seen) is distinct from 'object' and part.current = part.before and standing.at <= p_edited_at) then
      taken := taken || part.after;
    elsif private.is_later(p_edited_at, auth.uid(), standing.at, standing.author) then
      taken := taken || part.after;
      lost := private.changed_fields(part.current, part.after);
      foreach author in array private.unknown_authors(p_clocks, groups, p_seen, account) loop
        told := told || jsonb_build_object(author, jsonb_build_object(
          'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
          'stands', coalesce(told #> array[author, 'stands'], '{}') || private.changed_fields(part.after, part.current)));
      end loop;
    else
      kept := kept || part.current;
      kept_by := standing.author;
    end if;
  end loop;
end $$;
comment on function private.merge_patch is
  'taken: fields to write; kept: fields of which another edit (by kept_by) stands, with its values; raised: groups that are so already and get '
  'the later time; told: {user: {lost, stands}} for those whose values are overwritten unseen. p_seen: Seen or a number, as in operations.ts.';

revoke all on function private.knows, private.knows_all, private.latest_clock, private.unknown_authors, private.is_later, private.merge_patch from public;
grant execute on function private.knows, private.knows_all, private.latest_clock, private.unknown_authors, private.is_later, private.merge_patch,
  private.changed_fields to authenticated;
