-- Notices: what people are told when an edit of theirs was superseded.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Kept a year.
create table private.notices (
  notice_id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id uuid not null,
  of_table text not null,
  row_id uuid not null,
  kind text not null,
  by_email text,
  lost jsonb not null,
  stands jsonb not null,
  at timestamp with time zone default clock_timestamp() not null,
  read_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (notice_id),
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['edited'::text, 'deleted'::text, 'revived'::text]))),
  constraint notices_of_table_check CHECK ((of_table = ANY (ARRAY['accounts'::text, 'transactions'::text, 'categories'::text, 'budgets'::text, 'schedules'::text]))),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX notices_account ON private.notices USING btree (account_id);
CREATE INDEX notices_by ON private.notices USING btree (lower(by_email)) WHERE (by_email IS NOT NULL);
CREATE INDEX notices_deleted ON private.notices USING btree (row_id) WHERE (kind = 'deleted'::text);
CREATE INDEX notices_unread ON private.notices USING btree (user_id, at) WHERE (read_at IS NULL);
CREATE INDEX notices_user ON private.notices USING btree (user_id);

-- Writes a notice for p_user: the signed-in user has overtaken them (S36e).
CREATE OR REPLACE FUNCTION private.tell(p_user uuid, p_account uuid, p_table text, p_row uuid, p_kind text, p_lost jsonb, p_stands jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.notices (user_id, account_id, of_table, row_id, kind, by_email, lost, stands)
  select u.id, p_account, p_table, p_row, p_kind, private.email_of(auth.uid()), p_lost, p_stands
  from auth.users u where u.id = p_user and p_account in (select private.my_reach())
$function$;
grant execute on function private.tell(p_user uuid, p_account uuid, p_table text, p_row uuid, p_kind text, p_lost jsonb, p_stands jsonb) to authenticated;

-- Tells everybody who deleted the transaction that an edit has brought it back, with the values that the edit wrote
-- (S39c). Who has only a budget is told no values (S40g).
CREATE OR REPLACE FUNCTION private.tell_of_return(p_removal private.changes, p_stands jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.tell(person, p_removal.account_id, p_removal.of_table, p_removal.row_id, 'revived', '{}',
    case when private.has_account(person, p_removal.account_id) then p_stands else '{}' end)
  from (select p_removal.author union select d.user_id from private.deleters d where d.change_id = p_removal.change_id)
    told (person)
$function$;
grant execute on function private.tell_of_return(p_removal private.changes, p_stands jsonb) to authenticated;

-- Tells whose values an edit has overwritten unseen (S36e, S40g). p_client and p_clocks: the row before. A change of
-- the type binds fields of others. Members of the account are told all of them, others only the fields that they wrote.
CREATE OR REPLACE FUNCTION private.tell_of_edit(p_author uuid, p_client jsonb, p_clocks jsonb, p_table text, p_lost jsonb, p_stands jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.account_of(p_client);
  is_split boolean := jsonb_typeof(p_client -> 'lines') = 'array' or jsonb_typeof(p_stands -> 'lines') = 'array';
  mine text[];
begin
  if not private.has_account(p_author, account) then
    mine := array(select g from jsonb_object_keys(p_clocks) g
      where p_author::text = any (private.authors(p_clocks -> g)));
    p_lost := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_lost)
      where private.field_clock(p_table, key) = any (mine));
    p_stands := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_stands)
      where p_lost ? key and not is_split);
    -- Only what others had written became another.
    if p_lost = '{}' then return; end if;
  end if;
  perform private.tell(p_author, account, p_table, (p_client ->> 'id')::uuid, 'edited', p_lost, p_stands);
end $function$;
grant execute on function private.tell_of_edit(p_author uuid, p_client jsonb, p_clocks jsonb, p_table text, p_lost jsonb, p_stands jsonb) to authenticated;

-- Tells those whose edits the deletion did not know (S39a, S40g). Members of the account get the whole row, others only
-- the fields that they wrote.
CREATE OR REPLACE FUNCTION private.tell_of_deletion(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamp with time zone, p_table text DEFAULT 'transactions'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    perform private.tell(one.author, account, p_table, (p_client ->> 'id')::uuid, 'deleted', case
      when private.has_account(one.author, account) then content
      else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content)
        where private.field_group(p_table, key) = any (one.groups)) end, '{}');
  end loop;
end $function$;
grant execute on function private.tell_of_deletion(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamp with time zone, p_table text) to authenticated;

-- Tells those whose edits the deletions did not know which of their values the restored rows write over (S39h).
-- p_removals: the deletions, as private.told_removals named them before.
CREATE OR REPLACE FUNCTION private.tell_of_restores(p_removals uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  for one in
    select n.user_id, there.client, r.clocks || coalesce(r.status_clock, '{}') as clocks,
      private.changed_fields(private.since_removal(r), there.client) as differing,
      -- What a row has in one account ends in another one anyway.
      case when private.account_of(there.client) = r.account_id then '{}' else jsonb_build_object('status', 'open',
        'reconciliationId', null, 'bankId', null, 'importId', null, 'importedText', null, 'budgetId', null)
      end as ended
    from private.changes r
      join private.notices n on n.row_id = r.row_id and n.kind = 'deleted' and n.at > r.at
      cross join lateral private.read_rows('transactions', array[r.row_id]) there
    where r.change_id = any (p_removals)
  loop
    perform private.tell_of_edit(one.user_id, one.client, one.clocks, 'transactions', theirs.lost, theirs.stands)
    from (
      select jsonb_object_agg(key, value) as lost, jsonb_object_agg(key, one.client -> key) as stands
      from jsonb_each(one.differing)
      where one.user_id::text = any (private.authors(one.clocks -> private.field_group('transactions', key)))
        and one.ended -> key is distinct from value) theirs
    where theirs.lost is not null;
  end loop;
end $function$;
grant execute on function private.tell_of_restores(p_removals uuid[]) to authenticated;

-- The last deletions of which somebody was told, of those of these rows that stand nowhere now.
CREATE OR REPLACE FUNCTION private.told_removals(p_rows uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select last.change_id from (select distinct n.row_id from private.notices n
      where n.kind = 'deleted' and n.row_id = any (p_rows)) told
    cross join lateral (
      select c.change_id from private.changes c
      where c.row_id = told.row_id and c.kind = 'removal' and c.of_table = 'transactions'
      order by c.at desc limit 1) last
  where not exists (select from public.transactions t where t.transaction_id = told.row_id offset 0)
$function$;
grant execute on function private.told_removals(p_rows uuid[]) to authenticated;

-- Whose status of this transaction, or contribution with it, a move ends that had not seen it (S68j, S77).
CREATE OR REPLACE FUNCTION private.ended_by_move(p_current jsonb, p_clocks jsonb, p_seen jsonb, p_account text)
 RETURNS TABLE(author text, lost jsonb, stands jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select l.author, l.status, private.changed_fields('{"status": "open", "reconciliationId": null}', l.status)
  from private.statuses_left((p_current ->> 'id')::uuid, p_seen, p_account) l
  union all
  select a::text, jsonb_build_object('budgetId', p_current -> 'budgetId'), '{"budgetId": null}'
  from unnest(private.unknown_authors(p_clocks, '{budgetId}', p_seen, p_account)) a
  where p_current ->> 'budgetId' is not null
$function$;
grant execute on function private.ended_by_move(p_current jsonb, p_clocks jsonb, p_seen jsonb, p_account text) to authenticated;

-- Whose deletions of these transactions the author of the mutation did not know, where they are gone (S39i).
CREATE OR REPLACE FUNCTION private.unknown_deleters(p_rows uuid[])
 RETURNS TABLE(row_id uuid, account_id uuid, person uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select removal.row_id, removal.account_id, people.person
  from unnest(p_rows) one (id)
    cross join lateral (
      select c.*, nullif(current_setting('carryover.cursors', true), '')::jsonb ->> c.account_id::text as cursor
      from private.changes c
      where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions'
      order by c.at desc limit 1) removal
    cross join lateral (
      select d.user_id as person from private.deleters d where d.change_id = removal.change_id
      union
      -- Only of the first one does a device hear.
      select removal.author where case when removal.cursor is null then removal.at > private.edited_at()
        else removal.version > removal.cursor::bigint end) people
  where people.person <> auth.uid()
    and not exists (select from public.transactions t where t.transaction_id = one.id)
$function$;
grant execute on function private.unknown_deleters(p_rows uuid[]) to authenticated;

-- The signed-in user's open notices of accounts that they still reach, oldest first, in the form of the protocol (S40a,
-- S40c). Runs with their rights.
CREATE OR REPLACE FUNCTION private.pulled_notices()
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    -- Somebody who has only a budget may have lost sight of the row. Then the values that stand are not for them.
    select coalesce(json_agg(json_build_object('id', n.notice_id, 'at', private.iso(n.at), 'accountId', n.account_id,
      'table', n.of_table, 'rowId', n.row_id, 'kind', n.kind, 'by', n.by_email, 'lost', n.lost,
      'stands', case when n.account_id in (select private.my_accounts())
        or exists (select from public.transactions t where t.transaction_id = n.row_id) then n.stands else '{}' end,
      'removed', private.content_as_spoken(coalesce(private.removed_content(n.row_id), '{}')))
      order by n.at, n.notice_id), '[]')
    from private.my_notices() n);
end $function$;
grant execute on function private.pulled_notices() to authenticated;

-- What the signed-in user was told and has decided on neither by reading it nor by a newer edit of their own (S40d,
-- S40e).
CREATE OR REPLACE FUNCTION private.my_notices()
 RETURNS SETOF private.notices
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select (jsonb_populate_record(n, jsonb_build_object('lost', fields.lost, 'stands', fields.stands))).*
    from private.notices n, lateral (
      select private.undecided_fields(n.of_table, n.lost, decided) - unknown as lost,
        private.undecided_fields(n.of_table, n.stands, decided) - unknown as stands
      -- Who has only a budget by now is not told of a status, nor of what the bank says.
      from (select case n.kind when 'edited' then private.decided_groups(n) else '{}' end
        || case when n.account_id in (select private.my_accounts()) then '{}' else '{status,bankId}'::text[] end)
        groups (decided),
        (select case when private.spoken_protocol() < 6 then '{refund}' else '{}' end::text[]) newer (unknown)) fields
    where n.user_id = auth.uid() and n.read_at is null and n.account_id in (select private.my_seen_accounts())
      -- Guests see no schedules, and older devices know none (S80a, S80h).
      and (n.of_table <> 'schedules' or (private.spoken_protocol() >= 6
        and n.account_id in (select private.my_accounts())))
      and not private.is_decided(n) and (n.kind <> 'edited' or fields.lost <> '{}')
    order by n.at, n.notice_id limit 200;
end $function$;
grant execute on function private.my_notices() to authenticated;

-- Whether what was done with the row since has answered the notice as a whole, or leaves nothing to ask for now.
CREATE OR REPLACE FUNCTION private.is_decided(p_notice private.notices)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_notice.kind
    -- A deletion by somebody else leaves the question open: the lost values are still lost. Devices tell milliseconds.
    when 'edited' then exists (select from private.changes c
      where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal' and c.author = p_notice.user_id
        and c.edited_at >= date_trunc('milliseconds', p_notice.at))
    -- Whoever brought the row back or deleted it again has answered.
    when 'deleted' then exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal')
      or exists (select from public.transactions t where t.transaction_id = p_notice.row_id)
      or exists (select from public.categories c where c.category_id = p_notice.row_id)
      or exists (select from public.budgets b where b.budget_id = p_notice.row_id)
      or exists (select from public.schedules s where s.schedule_id = p_notice.row_id)
    else exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.author = p_notice.user_id
          and (c.kind = 'removal' or c.edited_at >= date_trunc('milliseconds', p_notice.at)))
      or not exists (select from public.transactions t where t.transaction_id = p_notice.row_id) end
$function$;

-- The field groups of the notice's row that its user has written since it was told, in whatever they edited (S40d).
CREATE OR REPLACE FUNCTION private.decided_groups(p_notice private.notices)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A change of the type or of the lines takes amount, type, category and lines together. Who was told of that, and
  -- answers on one of them, answers on all.
  select case
    when p_notice.lost ?| array['type', 'refund', 'lines'] and answers && array['amount', 'category', 'lines']
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
$function$;

-- These fields without those of groups that the notice's user has decided on (S40d).
CREATE OR REPLACE FUNCTION private.undecided_fields(p_table text, p_fields jsonb, p_decided text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_fields)
  where private.field_group(p_table, key) is null or private.field_group(p_table, key) <> all (p_decided)
$function$;

-- One that is not there is read, too (S40b).
CREATE OR REPLACE FUNCTION private.read_notice(p_id uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told_in uuid;
begin
  update private.notices set read_at = now() where notice_id = p_id and user_id = auth.uid() and read_at is null
  returning account_id into told_in;
  -- No row changes, so no log takes a number. The next one makes the user's other devices pull all the same.
  perform private.send_hint(p.user_id, p.scope, l.version + 1)
  from private.people(told_in) p join private.account_log l on l.account_id = told_in where p.user_id = auth.uid();
  return (null, '{}', null, '{}')::private.outcome;
end $function$;
grant execute on function private.read_notice(p_id uuid) to authenticated;
