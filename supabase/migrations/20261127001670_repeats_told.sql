-- Somebody had ticked a row, and then deleted it. Another device had not heard of either, and ticked it later. The
-- deletion had seen the tick, so it stands, and nobody was told that the later one is lost with the row (S39a).

drop function private.unknown_edits(jsonb, jsonb, jsonb, timestamptz);
create function private.unknown_edits(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamptz)
returns table(field_group text, at timestamptz, author uuid, wins boolean, authors uuid[])
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select g, coalesce(written_at, raised_at), coalesce(written_by, raised_by),
      coalesce(private.is_later(written_at, written_by, p_edited_at, auth.uid()), false),
      case when written_by is null then array[raised_by] else private.authors(p_clocks -> g)::uuid[] end
    from jsonb_object_keys(p_clocks) g
      cross join lateral (select p_clocks -> g as clock) one
      left join lateral (
        select (clock ->> 'at')::timestamptz as written_at, (clock ->> 'by')::uuid as written_by
        where clock ? 'by' and not private.knows(p_clocks, g, p_seen, p_client ->> 'accountId')
          -- Protocol 4 does not say what the author of a deletion saw. They cannot have seen what came to the server
          -- later.
          and (p_seen is not null or (clock ->> 'at')::timestamptz >= p_edited_at or exists (
            select from private.changes c
            where c.row_id = (p_client ->> 'id')::uuid and g = any (c.groups) and c.at > p_edited_at))) written on true
      left join lateral (
        select (clock #>> '{raised,at}')::timestamptz as raised_at, (clock #>> '{raised,by}')::uuid as raised_by
        where private.is_raised_since(p_clocks, array[g], p_edited_at)) raised on true
    where written_by is not null or raised_by is not null;
end $$;
comment on function private.unknown_edits is
  'The edits of a transaction that the author of a deletion did not know, and later repetitions of those that they knew; '
  'authors: who is told; wins: it is later than the deletion (S39a, S39b).';
revoke all on function private.unknown_edits from public;
grant execute on function private.unknown_edits to authenticated;

create or replace function private.tell_of_deletion(
  p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := p_client ->> 'accountId';
  content jsonb := p_client - array['version', 'userEmail'];
  one record;
begin
  for one in
    select person as author, array_agg(e.field_group) as groups
    from private.unknown_edits(p_client, p_clocks, p_seen, p_edited_at) e cross join lateral unnest(e.authors) person
    group by person
  loop
    perform private.tell(one.author, account, 'transactions', (p_client ->> 'id')::uuid, 'deleted', case
      when private.has_account(one.author, account) then content
      else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content)
        where private.field_group('transactions', key) = any (one.groups)) end, '{}');
  end loop;
end $$;
