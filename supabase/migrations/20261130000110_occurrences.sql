-- Occurrences of schedules: an account keeps their keys as it keeps those of rows of files (S80b).

alter table public.import_keys add column of_schedule boolean not null default false;
comment on column public.import_keys.of_schedule is
  'The key is of an occurrence, and import_id is its schedule. A skipped occurrence is deleted and never had a row.';
create index import_keys_schedules on public.import_keys (account_id, version) where of_schedule;

alter type private.keyed_operation add attribute of_schedule boolean;
alter type private.way add attribute of_schedule boolean;

create function private.added_in(p_operations jsonb, p_link jsonb, p_row uuid) returns uuid
language sql immutable as $$
  select private.as_uuid(op #>> '{row,accountId}') from jsonb_array_elements(p_operations) op
  where p_link ? 'scheduleId' and op ->> 'kind' = 'insert' and op #>> '{row,id}' = p_row::text
  limit 1
$$;
comment on function private.added_in is
  'The account to which the operations add the row that takes an occurrence''s place.';

create or replace function private.keyed_operations(p_operations jsonb)
 RETURNS SETOF private.keyed_operation
 LANGUAGE sql
 STABLE
AS $$
  select n, op ->> 'kind', op ->> 'key', row_id,
    -- With the caller's rights. A patch of a row that they may not read is decided without the key.
    -- A later link brings a deleted row back to where it was.
    -- A row that never came, because its key was that of another one, would stand where the key does.
    case op ->> 'kind' when 'patch'
      then coalesce((select t.account_id from public.transactions t where t.transaction_id = row_id),
        (private.removed_transaction(row_id)).account_id,
        (select s.account_id from public.import_keys s
          where s.account_id in (select private.my_accounts()) and s.key = op ->> 'key'
            and extensions.uuid_generate_v5(s.account_id, s.key) = named.row_id),
        -- The same mutation may add a row and give it an occurrence's place.
        private.added_in(p_operations, op, row_id))
      else private.as_uuid(op #>> '{row,accountId}') end,
    coalesce(op ->> 'scheduleId', op #>> '{row,importId}', op #>> '{after,importId}', op ->> 'importId')::uuid,
    coalesce((op ->> 'again')::boolean, false), op ? 'scheduleId'
  from jsonb_array_elements(p_operations) with ordinality o (op, n),
    -- Only a plain value passes the policies of transactions down to the index on the id, and offset makes it one.
    -- Else each link would read its whole account.
    lateral (select coalesce(op ->> 'id', op #>> '{row,id}')::uuid as row_id offset 0) named
  where op ?| '{key,scheduleId}' or (op ->> 'kind' = 'delete' and op ? 'importId')
$$;

create function private.has_schedule(p_account uuid, p_schedule uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_account in (select private.my_accounts('member')) and (
    exists (select from public.schedules s where s.schedule_id = p_schedule and s.account_id = p_account)
    -- What was due before the schedule went may come after that.
    or exists (select from private.removals r
      where r.row_id = p_schedule and r.account_id = p_account and r.kind = 'schedule'))
$$;
comment on function private.has_schedule is
  'Whether an account in which the caller writes has or had the schedule. Of others it tells nothing.';

create function private.keys_of_others(p_keyed private.keyed_operation[]) returns setof bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    select k.n from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and (s.of_schedule is distinct from k.of_schedule or (k.of_schedule and s.import_id <> k.import_id));
end $$;
comment on function private.keys_of_others is
  'Operations whose key is of another schedule, or of a file instead of a schedule. Asked under the policy of keys, '
  'a server without statistics looks through all keys of the account for each of them.';

create function private.strange_occurrences(p_operations jsonb, p_keyed private.keyed_operation[])
returns table (n bigint, row_id uuid, code text, reason text, message text)
language plpgsql stable as $$
begin
  return query
    select k.n, k.row_id, 'PT400', 'invalid', 'The key does not belong to the row.'
    from unnest(p_keyed) k
    where (k.of_schedule and (k.kind not in ('insert', 'patch')
        or (k.kind = 'insert' and k.row_id is distinct from extensions.uuid_generate_v5(k.account_id, k.key))))
      -- The hash of a schedule is no key of a file, nor of another schedule.
      or k.n in (select private.keys_of_others(p_keyed));
  return query
    select k.n, k.row_id, 'PT404', 'gone', 'The schedule is not there any more.'
    from unnest(p_keyed) k
    where k.of_schedule and not private.has_schedule(k.account_id, k.import_id) and not exists (
      select from jsonb_array_elements(p_operations) op
      where op ->> 'kind' = 'insert' and op ->> 'table' = 'schedules' and op #>> '{row,id}' = k.import_id::text
        and op #>> '{row,accountId}' = k.account_id::text);
end $$;
comment on function private.strange_occurrences is
  'Operations that are refused because of the schedule whose occurrence they name. Their authors write in the account.';

create or replace function private.strange_keys(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS TABLE(n bigint, row_id uuid, code text, reason text, message text)
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
  strange private.keyed_operation[] := array(
    select k from unnest(p_keyed) k where k.account_id is not null and k.account_id <> all (mine));
  of_others uuid[];
begin
  if strange <> '{}' then
    -- In the words for every row that this person may not add, whatever keys there are.
    return query
      select k.n, k.row_id, said.code, said.reason, said.message
      from unnest(strange) k join (
          select account.id, exists (select from public.accounts a where a.account_id = account.id)
            or exists (select from public.budgets b where b.account_id = account.id) as is_reached
          from (select distinct s.account_id as id from unnest(strange) s) account) reached
        on reached.id = k.account_id
        cross join lateral (select * from (values
          (true, 'PT403', 'forbidden', 'Your role does not allow this.'),
          (false, 'PT404', 'gone', 'The account is not there any more.')) v (reached, code, reason, message)
          where v.reached = is_reached) said
      order by k.n;
  end if;
  return query
    select wrong.n, wrong.row_id, 'PT400', 'invalid', 'The key does not belong to the row.' from (
      select k.n, k.row_id from unnest(p_keyed) k where k.kind not in ('insert', 'patch', 'restore', 'delete')
        or k.import_id is null or (k.kind = 'delete') <> (k.key is null) or not private.is_key(k.key)
      union
      select o.n, (op #>> '{row,id}')::uuid
      from jsonb_array_elements(p_operations) with ordinality o (op, n) left join unnest(p_keyed) k using (n)
      where substr(op #>> '{row,id}', 15, 1) = '5' and op ->> 'table' = 'transactions'
        and (op #>> '{row,id}')::uuid is distinct from extensions.uuid_generate_v5(k.account_id, k.key)) wrong;
  -- Asked once: in the condition below it would be asked again for each row.
  of_others := private.strange_imports(array(
    select jsonb_build_object('id', i.row_id, 'accountId', i.account_id, 'importId', i.import_id)
    from unnest(p_keyed) i where i.kind in ('insert', 'patch') and not i.of_schedule and i.account_id is not null));
  return query
    select k.n, k.row_id, 'PT403', 'forbidden', 'Somebody else made this import, or it is of another account.'
    from unnest(p_keyed) k
    where k.kind in ('insert', 'patch') and not k.of_schedule and k.row_id = any (of_others);
  return query
    select s.* from private.strange_occurrences(p_operations, array(
      select k from unnest(p_keyed) k where k.account_id is null or k.account_id = any (mine))) s;
end $$;

create function private.is_silent(k private.keyed_operation) returns boolean
language sql immutable as $$ select (k).of_schedule and (k).kind = 'insert' and not (k).again $$;
comment on function private.is_silent is 'Whether a device adds the occurrence by itself. Nobody asked for it (S80c).';

create or replace function private.done_already(p_keyed private.keyed_operation[])
 RETURNS SETOF private.key_done
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    -- A device adds occurrences by itself, and nobody is told of those that stand, were deleted or skipped (S80c).
    select k.n, k.account_id, k.row_id, s.version, s.fate = 'deleted' and not private.is_silent(k),
      case when not private.is_silent(k) then s.row_id end
    from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and case k.kind when 'insert' then s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)
        when 'patch' then (s.fate in ('here', 'moved') and s.row_id <> k.row_id) or (s.fate = 'deleted'
          and not exists (select from public.transactions t where t.transaction_id = k.row_id)) end
    union all
    select k.n, k.account_id, k.row_id, t.version, false, case when not private.is_silent(k) then k.row_id end
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
    where k.account_id = any (mine) and k.kind = 'insert' and t.account_id = k.account_id
    union all
    select twice.n, twice.account_id, twice.row_id, null, false, case when not twice.silent then twice.first end from (
      select k.n, k.account_id, k.row_id, private.is_silent(k) as silent, row_number() over named as nth,
        first_value(k.row_id) over named as first
      from unnest(p_keyed) k where k.kind <> 'delete' window named as (partition by k.account_id, k.key order by k.n)
      ) twice
    where nth > 1
    union all
    select k.n, t.account_id, k.row_id, t.version, false, null
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
      left join public.transaction_details d on d.transaction_id = t.transaction_id
    where k.kind = 'delete' and t.account_id = any (mine) and d.import_id is distinct from k.import_id
    union all
    -- A link writes nothing in its row, so it does not bring it back.
    select k.n, k.account_id, k.row_id, removal.version, true, null
    from unnest(p_keyed) k cross join lateral (
      select max(r.version) as version from private.removals r
      where r.row_id = k.row_id and r.account_id = k.account_id and r.kind = 'transaction' and r.budget_id is null
    ) removal
    where k.of_schedule and k.kind = 'patch' and k.account_id = any (mine) and removal.version is not null
      and not exists (select from public.transactions t where t.transaction_id = k.row_id)
      -- Unless the same mutation adds it again.
      and not exists (select from unnest(p_keyed) i where i.kind = 'insert' and i.row_id = k.row_id);
end $$;

create or replace function private.note_keys(p_keyed private.keyed_operation[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  with numbered as materialized (
    select account_id, private.next_version(account_id) as number
    from (select distinct k.account_id from unnest(p_keyed) k where k.kind in ('patch', 'restore') offset 0) accounts
    where account_id = any (mine)
  )
  insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version, of_schedule)
  select k.account_id, k.key, k.row_id, k.import_id, 'here', t.version,
    case k.kind when 'insert' then t.version else n.number end, k.of_schedule
  -- One row after the other, by its id: the planner would go through all rows of the account.
  from unnest(p_keyed) k cross join lateral (
      select t.account_id, t.version from public.transactions t where t.transaction_id = k.row_id offset 0) t
    left join numbered n on n.account_id = k.account_id
  where t.account_id = k.account_id and k.account_id = any (mine)
    -- Who may not name the import brings the row back without it.
    and (k.kind <> 'restore' or exists (
      select from public.transaction_details d where d.transaction_id = k.row_id and d.import_id = k.import_id))
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, import_id = excluded.import_id, fate = excluded.fate, made = excluded.made,
      version = excluded.version;
end $$;

create or replace function private.may_become(k import_keys, p_fate text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
  select case
    when p_fate <> 'here' then k.fate = 'here'
    when k.fate <> 'reverted' then k.fate <> 'here'
    else private.is_made_by(k) or k.of_schedule or exists (select from public.transaction_details d
      where d.transaction_id = k.row_id and d.import_id = k.import_id) end
$$;

create or replace function private.details_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  ended record;
begin
  for ended in with gone as (
    delete from public.transaction_details d
    where d.transaction_id = any (array(select o.transaction_id from old_rows o)) returning d.*
  ), named as (
    select g.account_id, g.transaction_id, g.reconciliation_id from gone g
    union all
    -- Rows of occurrences have keys without details.
    select o.account_id, o.transaction_id, null from old_rows o where exists (
      select from public.import_keys k where k.row_id = o.transaction_id and k.account_id = o.account_id offset 0)
  )
  select g.account_id, array_agg(distinct g.transaction_id) as rows,
    array_agg(g.reconciliation_id) filter (where g.reconciliation_id is not null) as reconciliations
  from named g join public.accounts using (account_id) group by g.account_id
  loop
    if ended.reconciliations is not null then
      perform private.touch_reconciliations(ended.reconciliations);
    end if;
    perform private.end_keys(ended.rows, ended.account_id, 'deleted');
  end loop;
  perform private.end_statement();
  return null;
end $$;

create or replace function private.details_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  touched uuid[];
  place record;
begin
  -- A reconciliation and an import are about the account that the transaction left.
  with pairs as materialized (
    select transaction_id, o.account_id as old_account, n.account_id as new_account, n.version as number,
      n.amount <> o.amount or n.type <> o.type as revalued
    from old_rows o full join new_rows n using (transaction_id)
  ), detailed as materialized (
    -- Few updates are of this kind.
    select d.*, p.old_account, p.new_account, p.number, p.new_account <> p.old_account as moves
    from pairs p cross join lateral (
      select * from public.transaction_details d where d.transaction_id = p.transaction_id offset 0) d
    where p.new_account <> p.old_account or p.revalued
  ), moved as materialized (
    select m.*, array_remove(array[case when m.status <> 'open' then 'status' end,
        case when coalesce(m.bank_id, m.import_id::text, m.imported_text) is not null then 'bankId' end], null)
        as groups
    from detailed m where m.moves
  ), opened as (
    -- It is there. So each is found by its id.
    insert into public.transaction_details (transaction_id, account_id, field_clocks)
    select m.transaction_id, m.new_account,
      private.stamp(private.renumber(m.field_clocks, m.old_account, m.number), m.groups, m.number)
    from moved m
    on conflict (transaction_id) do update
      set account_id = excluded.account_id, status = 'open', reconciliation_id = null, bank_id = null,
        import_id = null, imported_text = null, field_clocks = excluded.field_clocks
  ), recorded as (
    update private.changes c
    set groups = c.groups || m.groups, before = c.before || private.client_details(m.status, m.reconciliation_id,
      m.bank_id, m.import_id, m.imported_text)
    from moved m
    where m.groups <> '{}' and c.change_id = (select l.change_id from private.changes l
      where l.row_id = m.transaction_id and l.account_id = m.old_account order by l.at desc limit 1)
  )
  select array_agg(reconciliation_id) filter (where reconciliation_id is not null) into touched from detailed;
  perform private.touch_reconciliations(touched);
  -- Rows of occurrences have keys without details.
  for place in
    with pairs as materialized (
      select transaction_id, o.account_id as left_account, n.account_id as new_account
      from old_rows o full join new_rows n using (transaction_id)
    )
    select left_account, new_account, array_agg(transaction_id) as rows
    from pairs
    where new_account <> left_account and exists (
      select from public.import_keys k where k.row_id = pairs.transaction_id offset 0)
    group by left_account, new_account
  loop
    perform private.end_keys(place.rows, place.left_account, 'moved');
    perform private.end_keys(place.rows, place.new_account, 'here');
  end loop;
  perform private.end_statement();
  return null;
end $$;

revoke all on function private.has_schedule, private.keys_of_others, private.strange_occurrences,
  private.is_silent, private.added_in from public;
grant execute on function private.has_schedule, private.keys_of_others, private.strange_occurrences,
  private.is_silent, private.added_in to authenticated;
