-- A contribution to a budget ends where its row goes to another account. Who contributed, while the author of the move
-- had not seen that, is told as who ticked the row is (S68j).

create function private.ended_by_move(p_current jsonb, p_clocks jsonb, p_seen jsonb, p_account text)
returns table (author text, lost jsonb, stands jsonb)
language sql stable as $$
  select l.author, l.status, private.changed_fields('{"status": "open", "reconciliationId": null}', l.status)
  from private.statuses_left((p_current ->> 'id')::uuid, p_seen, p_account) l
  union all
  select a::text, jsonb_build_object('budgetId', p_current -> 'budgetId'), '{"budgetId": null}'
  from unnest(private.unknown_authors(p_clocks, '{budgetId}', p_seen, p_account)) a
  where p_current ->> 'budgetId' is not null
$$;
revoke all on function private.ended_by_move from public;
grant execute on function private.ended_by_move to authenticated;
comment on function private.ended_by_move is
  'Whose status of this transaction, or contribution with it, a move ends that had not seen it (S68j, S77).';

create or replace function private.merge_patch(p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb, p_edited_at timestamp with time zone, OUT taken jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[], OUT told jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and p_after ? 'type'
    and p_before -> 'type' is distinct from p_after -> 'type';
  splits boolean := p_table = 'transactions' and p_after ? 'lines';
  unseen_lines boolean := p_table = 'transactions' and jsonb_typeof(p_current -> 'lines') = 'array' and not splits;
  reconciles boolean := coalesce(p_after ->> 'status' = 'reconciled', false);
  part record;
  groups text[];
  standing record;
  lost jsonb;
  author text;
  stood jsonb;
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
    elsif part.field_group = 'status' and not private.knows(p_clocks, 'accountId', p_seen, account) then
      -- A status is about the account that the row has left.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{accountId,by}';
    elsif private.knows_all(p_clocks, groups, p_seen, account)
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
end $function$;
