-- Two people bring the same line of a file, and it is one row (S69a). What the second one has chosen for it, as its
-- category, ended without a word. An operation now says what its author chose. The words of the file and what the app
-- proposes are nobody's choice, and a mutation that is decided whole has no place to tell of single rows.

create function private.note_choices(p_operations jsonb, p_done private.key_done[]) returns void
language plpgsql as $$
begin
  if coalesce(current_setting('carryover.untaken', true), '') = '' then return; end if;
  perform private.note_kept(row_id, 'newer', kept, (private.latest_clock(clocks, groups, client)).author,
    nullif(stands_for, row_id))
  from (
    with done as (
      -- What the account had before goes before what the mutation names twice.
      select distinct on (n) n, d.row_id, d.stands_for, d.is_deleted, op
      from unnest(p_done) d join jsonb_array_elements(p_operations) with ordinality o (op, n) using (n)
      where d.stands_for is not null order by n, d.version is null, d.stands_for = d.row_id
    ), added as materialized (
      select * from done where op ->> 'kind' = 'insert' and not is_deleted
    ), standing as materialized (
      select r.* from private.read_rows('transactions', array(select stands_for from added)) r
    ), named as (
      select a.n, a.row_id, a.stands_for, a.op, meant.item
      from added a join unnest(
          private.carry_rows(array(select op -> 'row' from added order by n)), array(select n from added order by n))
        meant (item, n) using (n)
    )
    select n.n, n.row_id, n.stands_for, s.client, s.clocks,
      jsonb_object_agg(field, s.client -> field) as kept,
      array_agg(distinct private.field_group('transactions', field)) as groups
    from named n join standing s on s.id = n.stands_for, private.chosen_of(n.op, n.item) of_row (field, value)
    where private.without_ids(s.client -> field) <> private.without_ids(value)
    group by n.n, n.row_id, n.stands_for, s.client, s.clocks) differing
  order by n;
end $$;
comment on function private.note_choices is
  'Notes what somebody chose for a row of a file that stands already with something else (S69p).';

create function private.chosen_of(p_operation jsonb, p_row jsonb) returns table (field text, value jsonb)
language sql immutable as $$
  select key, named.value from jsonb_each(p_row) named
  where named.value not in ('null', '""')
    and case when p_operation ? 'chosen' then p_operation -> 'chosen' ? key
      -- The text of the file is nobody's choice.
      else key <> 'description' or named.value is distinct from p_row -> 'importedText' end
    and case key
      -- Else its category is a word of the app, or that of the budget.
      when 'category' then coalesce(p_row ->> 'nature', 'regular') = 'regular' and p_row ->> 'budgetId' is null
        and jsonb_typeof(p_row -> 'lines') is distinct from 'array'
      else key in ('description', 'notes', 'lines', 'budgetId') end
$$;
comment on function private.chosen_of is
  'What the author of an operation chose of the row that it adds; p_row has the names that categories have now.';

create function private.without_ids(p_value jsonb) returns jsonb
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'array'
    then (select jsonb_agg(line - 'id' order by line - 'id') from jsonb_array_elements(p_value) line)
    else p_value end
$$;
comment on function private.without_ids is 'Lines as they compare on two devices, which give them ids of their own.';

-- Nobody knows any more what was chosen for a row that a file has made. So its category counts, if it has one.
create function private.tell_of_ways(p_ways private.way[]) returns void
language plpgsql as $$
begin
  perform private.tell_of_edit((made.client ->> 'userId')::uuid, own.client, '{}', 'transactions',
    (select jsonb_object_agg(f, made.client -> f) from unnest(fields) f),
    (select jsonb_object_agg(f, own.client -> f) from unnest(fields) f))
  from unnest(p_ways) w
    join private.read_rows('transactions', array(select other from unnest(p_ways))) made on made.id = w.other
    join private.read_rows('transactions', array(select row_id from unnest(p_ways))) own on own.id = w.row_id
    cross join lateral (select case when own.client ->> 'lines' is null then array['category']
      else array['category', 'lines'] end as fields) named
  where made.client ->> 'category' not in ('Uncategorized', own.client ->> 'category');
end $$;
comment on function private.tell_of_ways is
  'Tells who brought the rows that give way to links that their categories do not stand (S69o).';

create or replace function private.clear_ways(p_ways private.way[]) returns uuid[]
language plpgsql as $$
declare
  linked uuid[] := array(
    select w.row_id from unnest(p_ways) w join public.transaction_details d on d.transaction_id = w.row_id
    where d.import_id = w.import_id);
begin
  perform private.tell_of_ways(array(select w from unnest(p_ways) w where w.row_id = any (linked)));
  delete from public.transactions t
  where t.transaction_id = any (array(select w.other from unnest(p_ways) w where w.row_id = any (linked)));
  return array(select w.row_id from unnest(p_ways) w where w.row_id <> all (linked));
end $$;

create or replace function private.push_keyed(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  operations jsonb := p_mutation -> 'operations';
  keyed private.keyed_operation[] := array(select k from private.keyed_operations(operations) k);
  counters jsonb := private.counters();
  strange record;
  refused bigint[] := '{}';
  done private.key_done[];
  one private.key_done;
  kept private.kept_of_row;
  dropped bigint[];
  left_out uuid[];
  ways private.way[];
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
begin
  for strange in select * from private.strange_keys(operations, keyed) s where s.n <> all (refused) loop
    perform private.refuse_row(strange.row_id, strange.code, strange.reason, strange.message);
    refused := refused || strange.n;
  end loop;
  if refused <> '{}' then
    keyed := array(select k from unnest(keyed) k where k.n <> all (refused));
  end if;
  ways := array(select w from private.ways_in(operations, keyed) w);
  done := array(select d from private.done_already(keyed) d where d.n not in (select n from unnest(ways)))
    || array(select d from private.linked_already(operations, keyed) d where exists (
      select from unnest(keyed) k where k.kind = 'patch'));
  foreach one in array done loop
    if one.is_deleted then
      stays.superseded := 'deleted';
      stays.kept_by := (private.find_removal(one.row_id)).removed_by;
      perform private.note_kept(one.row_id, 'deleted', '{}', stays.kept_by);
    end if;
    if one.version is not null then
      stays.versions := stays.versions || jsonb_build_object(one.account_id,
        greatest(one.version, (stays.versions ->> one.account_id::text)::bigint));
    end if;
  end loop;
  dropped := refused || array(select (d).n from unnest(done) d);
  if dropped <> '{}' then
    p_mutation := p_mutation || jsonb_build_object('operations', private.without_lost_sides(operations, dropped));
    keyed := array(select k from unnest(keyed) k where k.n <> all (dropped));
  end if;
  if p_mutation -> 'operations' <> '[]' then
    perform set_config('carryover.keyed', 'on', true);
    verdict := private.push_sides(p_mutation);
    perform set_config('carryover.keyed', '', true);
    left_out := private.refused_rows();
    if ways <> '{}' then left_out := left_out || private.clear_ways(ways); end if;
    perform private.note_keys(case left_out when '{}' then keyed
      else array(select k from unnest(keyed) k where k.row_id <> all (left_out)) end);
  end if;
  if done <> '{}' then
    for kept in select * from private.kept_by_keys(operations, done) loop
      stays := (coalesce(stays.superseded, 'newer'), stays.kept || kept.kept, coalesce(stays.kept_by, kept.kept_by),
        stays.versions);
      perform private.note_kept(kept.row_id, 'newer', kept.kept, kept.kept_by, kept.other);
    end loop;
    perform private.note_choices(operations, done);
  end if;
  verdict := private.with_what_stays(verdict, stays);
  return verdict || jsonb_build_object('versions', (verdict -> 'versions') || private.numbers_since(counters));
end $$;

revoke all on function private.note_choices(jsonb, private.key_done[]), private.chosen_of(jsonb, jsonb),
  private.without_ids(jsonb), private.tell_of_ways(private.way[]) from public;
grant execute on function private.note_choices(jsonb, private.key_done[]), private.chosen_of(jsonb, jsonb),
  private.without_ids(jsonb), private.tell_of_ways(private.way[]) to authenticated;
