-- One person edits a transaction, another deletes it: the later deed wins, in whatever order the two arrive. A deletion
-- whose author knew an edit is later than it.

create function private.removed_transaction(p_row uuid) returns private.changes
language sql stable security definer set search_path = '' as $$
  select * from private.changes c
  where c.change_id = (
      select r.change_id from private.changes r
      where r.row_id = p_row and r.kind = 'removal' and r.of_table = 'transactions' order by r.at desc limit 1)
    and c.account_id in (select private.my_accounts())
    and not exists (select from public.transactions t where t.transaction_id = p_row)
$$;
comment on function private.removed_transaction is
  'The removal of a transaction that stands nowhere now, with its content: only for members of the account in which it stood.';

create function private.restored_clocks(p_row public.transactions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removal private.changes;
  content private.client_transaction;
  was public.transactions := p_row;
begin
  select * into removal from private.changes c
  where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id order by c.at desc limit 1;
  -- A copy of a row that a restored server lost: nobody has seen it under its new number.
  if removal.change_id is null then
    return private.stamp('{}', array['amount', 'type', 'date', 'category', 'description', 'budgetId', 'accountId'], p_row.version);
  end if;
  content := jsonb_populate_record(null::private.client_transaction, private.since_removal(removal));
  was.type := private.stored_type(content.type);
  was.amount := content.amount / 100.0;
  was.transaction_date := content.date;
  was.description := content.description;
  was.metadata := private.metadata(content);
  -- What the removal did not hold is an edit.
  return private.stamp(removal.clocks, private.changed_groups(was, p_row), p_row.version);
end $$;
comment on function private.restored_clocks is 'field_clocks of a transaction that is brought back: those of its removal.';

create function private.since_removal(p_removal private.changes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_set(p_removal.before, '{category}', to_jsonb(private.carried(p_removal.account_id, p_removal.before ->> 'type',
    p_removal.before ->> 'category', jsonb_build_object(p_removal.account_id, p_removal.version), p_removal.at, null)))
$$;
comment on function private.since_removal is 'The content of a removed transaction, with its category''s name as it is now.';

create or replace function private.transactions_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author uuid := nullif(current_setting('carryover.author', true), '');
  restores boolean := current_setting('carryover.restores', true) is not distinct from 'on';
  restored record;
begin
  new.description := coalesce(new.description, '');
  new.metadata := private.with_category(new.metadata);
  if author is not null then
    new.created_by := author;
    new.created_by_email := nullif(current_setting('carryover.author_email', true), '');
  end if;
  if restores then
    select r.created_by, r.created_by_email into restored from private.removals r
    where r.row_id = new.transaction_id and r.kind = 'transaction' and r.budget_id is null and r.account_id = new.account_id
    order by r.version desc limit 1;
    if found then
      new.created_by := restored.created_by;
      new.created_by_email := restored.created_by_email;
    end if;
  end if;
  if new.metadata ->> 'budget_id' is not null then
    new.metadata := private.with_budget(new.metadata, new.account_id, restores);
  end if;
  new.created_at := least(new.created_at, now());
  new.field_clocks := '{}';
  new.version := private.next_version(new.account_id);
  if restores then
    new.field_clocks := private.restored_clocks(new);
  end if;
  return new;
end $$;

create function private.unknown_edits(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamptz)
returns table (field_group text, at timestamptz, author uuid, wins boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select g, written_at, written_by, private.is_later(written_at, written_by, p_edited_at, auth.uid())
    from jsonb_object_keys(p_clocks) g, lateral (
      select (p_clocks #>> array[g, 'at'])::timestamptz as written_at,
        (p_clocks #>> array[g, 'by'])::uuid as written_by) stamps
    where written_by is not null and not private.knows(p_clocks, g, p_seen, p_client ->> 'accountId')
      -- Protocol 4 does not say what the author of a deletion saw. They cannot have seen what came to the server later.
      and (p_seen is not null or written_at >= p_edited_at or exists (
        select from private.changes c
        where c.row_id = (p_client ->> 'id')::uuid and g = any (c.groups) and c.at > p_edited_at));
end $$;
comment on function private.unknown_edits is
  'The edits of a transaction that the author of a deletion did not know; wins: it is later than the deletion.';

create function private.tell_of_deletion(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := p_client ->> 'accountId';
  content jsonb := p_client - array['version', 'userEmail'];
  one record;
begin
  for one in
    select e.author, array_agg(e.field_group) as groups from private.unknown_edits(p_client, p_clocks, p_seen, p_edited_at) e group by e.author
  loop
    perform private.tell(one.author, account, 'transactions', (p_client ->> 'id')::uuid, 'deleted', case
      when private.has_account(one.author, account) then content
      else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content)
        where private.field_group('transactions', key) = any (one.groups)) end, '{}');
  end loop;
end $$;
comment on function private.tell_of_deletion is
  'Tells those whose edits the deletion did not know. Members of the account get the whole row, others only the fields that they wrote.';

create function private.tell_of_edit(p_author uuid, p_client jsonb, p_clocks jsonb, p_table text, p_lost jsonb, p_stands jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.account_of(p_client);
  mine text[];
begin
  if not private.has_account(p_author, account) then
    mine := array(select g from jsonb_object_keys(p_clocks) g
      where p_author::text in (p_clocks #>> array[g, 'by'], p_clocks #>> array[g, 'raised', 'by']));
    p_lost := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_lost)
      where case key when 'type' then 'type' else private.field_group(p_table, key) end = any (mine));
    p_stands := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_stands) where p_lost ? key);
    -- Only what others had written became another.
    if p_lost = '{}' then return; end if;
  end if;
  perform private.tell(p_author, account, p_table, (p_client ->> 'id')::uuid, 'edited', p_lost, p_stands);
end $$;
comment on function private.tell_of_edit is
  'Tells whose values an edit has overwritten unseen. p_client and p_clocks: the row before. A change of the type binds fields of others. '
  'Members of the account are told all of them, others only the fields that they wrote.';

create function private.delete_again(p_row uuid, p_edited_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.changes c set edited_at = p_edited_at, author = auth.uid(), author_email = auth.email(), device = private.device()
  from private.removed_transaction(p_row) r
  where c.change_id = r.change_id and private.is_later(p_edited_at, auth.uid(), c.edited_at, c.author)
    and (c.before ->> 'userId' = auth.uid()::text or c.account_id in (select private.my_accounts('admin')))
$$;
comment on function private.delete_again is 'Somebody else deleted the row before: the later deletion counts from now on.';

revoke all on function private.removed_transaction, private.restored_clocks, private.since_removal, private.unknown_edits,
  private.tell_of_deletion, private.tell_of_edit, private.delete_again from public;
grant execute on function private.removed_transaction, private.since_removal, private.unknown_edits,
  private.tell_of_deletion, private.tell_of_edit, private.delete_again to authenticated;
