-- Two people moved a row to the same account. The earlier edit came last, and somebody who had heard of neither deleted
-- the row. Who had moved it first was not told (S39a): only a later repetition was noted. Now each is (S36g). Its time
-- counts only where it is the latest.

create or replace function private.merge_patch(
  p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb, p_edited_at timestamptz,
  out taken jsonb, out kept jsonb, out kept_by uuid, out raised text[], out told jsonb) returns record
language plpgsql stable as $$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and p_after ? 'type'
    and p_before -> 'type' is distinct from p_after -> 'type';
  splits boolean := p_table = 'transactions' and p_after ? 'lines';
  unseen_lines boolean := p_table = 'transactions' and jsonb_typeof(p_current -> 'lines') = 'array' and not splits;
  reconciles boolean := coalesce(p_after ->> 'status' = 'reconciled', false);
  unchanged text[];
  part record;
  groups text[];
  standing record;
  lost jsonb;
  author text;
  stood jsonb;
  newer text[];
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - 'type'; end if;
  -- Releases before 0.3.0 name both texts when one of them changed.
  if p_table = 'transactions' and p_after ?& array['description', 'notes'] then
    unchanged := array(
      select key from unnest(array['description', 'notes']) key where p_before -> key = p_after -> key);
    if cardinality(unchanged) = 1 then p_after := p_after - unchanged; end if;
  end if;
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
      raised := raised || part.named;
    elsif unseen_lines and part.field_group in ('amount', 'category') then
      kept := kept || part.current;
      kept_by := (private.latest_clock(p_clocks, array['lines'], p_current)).author;
    elsif part.field_group = 'category' and not private.knows(p_clocks, 'type', p_seen, account) then
      -- The name belongs to the type that the row no longer has.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{type,by}';
    elsif part.field_group = 'status' and not private.knows(p_clocks, 'accountId', p_seen, account) then
      -- A status is about the account that the row has left.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{accountId,by}';
    elsif (private.knows_all(p_clocks, groups, p_seen, account)
        and not private.is_raised_since(p_clocks, groups, p_edited_at))
      or (jsonb_typeof(p_seen) is distinct from 'object' and part.current = part.before and standing.at <= p_edited_at)
    then
      taken := taken || part.after;
    elsif (case
      -- Whoever reconciled the row has counted it, and knows more of it than who has ticked it (S68i).
      when part.field_group = 'status' and reconciles <> (p_current ->> 'status' = 'reconciled') then reconciles
      else private.is_later(p_edited_at, auth.uid(), standing.at, standing.author) end)
    then
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
  if turns or splits then
    -- What is only taken along is no answer to a notice. So it is told once more, with what stands now (S40d). What its
    -- user chose since, and loses now, is the newer one of two.
    newer := array(select key from jsonb_object_keys(told #> array[auth.uid()::text, 'lost']) key
      where auth.uid()::text = any (private.choosers(p_clocks -> case key when 'type' then key
        else private.field_group(p_table, key) end)));
    for lost in select n.lost from private.my_notices() n
      where n.row_id = (p_current ->> 'id')::uuid and n.kind = 'edited'
    loop
      lost := (select jsonb_object_agg(key, value) from jsonb_each(lost)
        where p_before -> key = p_after -> key and taken -> key <> value and key <> all (newer));
      continue when lost is null;
      author := auth.uid();
      stood := (select jsonb_object_agg(key, taken -> key) from jsonb_object_keys(lost) key);
      told := told || jsonb_build_object(author, jsonb_build_object(
        'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
        'stands', coalesce(told #> array[author, 'stands'], '{}') || stood));
    end loop;
  end if;
  if p_table = 'transactions' and taken ? 'accountId' then
    for author, lost, stood in
      select e.author, e.lost, e.stands from private.ended_by_move(
        case when taken ? 'budgetId' then p_current - 'budgetId' else p_current end, p_clocks, p_seen, account) e
    loop
      told := told || jsonb_build_object(author, jsonb_build_object(
        'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
        'stands', coalesce(told #> array[author, 'stands'], '{}') || stood));
    end loop;
    -- A contribution ends, whoever wrote it later.
    if p_after ->> 'budgetId' is null then kept := kept - 'budgetId'; end if;
  end if;
end $$;

create or replace function private.raise(p_clocks jsonb, p_groups text[]) returns jsonb
language plpgsql as $$
declare
  raised jsonb := jsonb_build_object('at', private.edited_at(), 'by', auth.uid(), 'd', private.device());
  field text;
begin
  foreach field in array p_groups loop
    continue when (p_clocks #>> array[field, 'raised', 'at'])::timestamptz > private.edited_at();
    p_clocks := p_clocks
      || jsonb_build_object(field, coalesce(p_clocks -> field, '{}') || jsonb_build_object('raised', raised));
  end loop;
  return p_clocks;
end $$;
