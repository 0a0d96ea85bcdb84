-- Of several people who deleted a row that an unseen edit brings back, only one was told. Now each is (S39c, S39e).

create table private.deleters (
  change_id uuid not null references private.changes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  primary key (change_id, user_id)
);
create index deleters_user on private.deleters (user_id);
comment on table private.deleters is
  'Everybody who deleted a transaction that several people deleted, by its removal in private.changes. '
  'Of other removals only the author there is known.';

create or replace function private.delete_again(p_row uuid, p_edited_at timestamptz)
returns void language plpgsql security definer set search_path = ''
as $function$
declare
  removal private.changes;
begin
  select * into removal from private.changes c
  where c.row_id = p_row and c.kind = 'removal' and c.of_table = 'transactions'
    and not exists (select from public.transactions t where t.transaction_id = p_row)
  order by c.at desc limit 1;
  -- A guest of a budget may know that the row is gone, too.
  if removal.change_id is null or (private.find_removal(p_row)).row_id is null then return; end if;
  insert into private.deleters (change_id, user_id)
  select removal.change_id, u.id from auth.users u where u.id in (removal.author, auth.uid())
  on conflict do nothing;
  update private.changes c set edited_at = p_edited_at, author = auth.uid(), author_email = auth.email(),
    device = private.device(), action = private.action(), undoes = private.undoes()
  where c.change_id = removal.change_id and private.is_later(p_edited_at, auth.uid(), c.edited_at, c.author)
    and c.account_id in (select private.my_accounts())
    and (c.before ->> 'userId' = auth.uid()::text or c.account_id in (select private.my_accounts('admin')));
end $function$;
comment on function private.delete_again(uuid, timestamptz) is
  'Somebody else deleted the row before. The later deletion counts from now on (S39e), and both are known.';

create function private.tell_of_return(p_removal private.changes, p_stands jsonb)
returns void language sql security definer set search_path = ''
as $function$
  select private.tell(person, p_removal.account_id, p_removal.of_table, p_removal.row_id, 'revived', '{}',
    case when private.has_account(person, p_removal.account_id) then p_stands else '{}' end)
  from (select p_removal.author union select d.user_id from private.deleters d where d.change_id = p_removal.change_id)
    told (person)
$function$;
revoke all on function private.tell_of_return(private.changes, jsonb) from public;
grant execute on function private.tell_of_return(private.changes, jsonb) to authenticated;
comment on function private.tell_of_return(private.changes, jsonb) is
  'Tells everybody who deleted the transaction that an edit has brought it back, with the values that the edit wrote '
  '(S39c). Who has only a budget is told no values (S40g).';

create or replace function private.push_patches(p_table text, p_operations jsonb[], p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  there private.named_row[] := array(select r from private.rows_named(p_table, p_operations) r);
  outcomes private.outcome[] := array_fill((null, '{}', null, '{}')::private.outcome, array[cardinality(p_operations)]);
  result private.outcome := (null, '{}', null, '{}');
  removals private.changes[] := '{}';
  removal private.changes;
  patches private.merged_patch[];
  touched uuid[];
  refused uuid[] := '{}';
  strange uuid;
  one record;
begin
  for one in select * from unnest(there) t where t.client is null loop
    removal := null;
    if p_table = 'transactions' then removal := private.removed_transaction(one.id); end if;
    if private.is_later(p_edited_at, auth.uid(), removal.edited_at, removal.author) then
      perform private.bind_row(one.id), private.push_restores(array[private.since_removal(removal)]);
      removals := removals || removal;
    else
      outcomes[one.n] := private.untouched(one.id, false);
    end if;
  end loop;
  if removals <> '{}' then
    there := array(select r from private.rows_named(p_table, p_operations) r);
  end if;
  patches := array(select m from private.merged_patches(p_table, there, p_edited_at) m);
  if private.decides_apart() then
    patches := array(select p from private.patches_left(patches) p);
    touched := private.write_rows('update', array(select client || taken from unnest(patches) order by n));
    refused := private.refused_rows();
  else
    touched := private.update_rows(p_table, array(select client || taken from unnest(patches) order by n));
  end if;
  -- Also with nothing taken: that no row is touched is how RLS says that this person may not edit it.
  if cardinality(touched) < cardinality(patches) then
    for strange in select id from unnest(patches) where id <> all (touched) and id <> all (refused) order by n loop
      perform private.untouched(strange, true);
    end loop;
    patches := array(select p from unnest(patches) p where p.id = any (touched) order by p.n);
  end if;
  if p_table = 'transactions' then perform private.write_details(patches); end if;
  for one in select * from unnest(patches) where raised <> '{}' loop
    perform private.raise_clocks(p_table, one.id, one.raised);
  end loop;
  for one in
    select p.*, author, value -> 'lost' as lost, value -> 'stands' as stands
    from unnest(patches) p, jsonb_each(p.told) overtaken (author, value) order by p.n
  loop
    perform private.tell_of_edit(one.author::uuid, one.client, one.clocks, p_table, one.lost, one.stands);
  end loop;
  perform private.tell_of_return(r, p.taken) from unnest(removals) r join unnest(patches) p on p.id = r.row_id;
  for one in select * from unnest(patches) loop
    outcomes[one.n] := (case when one.kept <> '{}' then 'newer' end, one.kept, one.kept_by,
      private.versions_of(one.client));
  end loop;
  for at in 1 .. cardinality(outcomes) loop
    if (outcomes[at]).superseded is not null then
      perform private.note_kept((p_operations[at] ->> 'id')::uuid, (outcomes[at]).superseded, (outcomes[at]).kept,
        (outcomes[at]).kept_by);
    end if;
    result := private.joined(result, outcomes[at]);
  end loop;
  return result;
end $function$;
