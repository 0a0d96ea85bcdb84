-- Ids: whose an id is, also after its row was deleted, and that a refusal tells nobody about rows of others.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- After an insert; argument: kind. Refuses the id of a row that was deleted in another account.
CREATE OR REPLACE FUNCTION private.check_ids()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  accounts uuid[];
  spent uuid;
begin
  -- Of transactions there may be thousands.
  if tg_argv[0] = 'transaction' then
    select array_agg(n.transaction_id), array_agg(n.account_id) into ids, accounts from new_rows n;
  else
    select array_agg((to_jsonb(n) ->> (tg_argv[0] || '_id'))::uuid), array_agg(n.account_id) into ids, accounts
    from new_rows n;
  end if;
  spent := private.spent_id(tg_argv[0], ids, accounts);
  if spent is not null then
    perform private.refuse_id(tg_table_name, tg_argv[0] || '_id', spent);
  end if;
  return null;
end $function$;

-- After a delete; argument: kind. Remembers the ids of rows that nothing else writes a tombstone for.
CREATE OR REPLACE FUNCTION private.remember_ids()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.removals (account_id, version, kind, row_id, removed_by)
  select o.account_id, 0, tg_argv[0], (to_jsonb(o) ->> (tg_argv[0] || '_id'))::uuid, auth.uid()
  from old_rows o
  where tg_argv[0] = 'invitation' or not exists (select from public.accounts a where a.account_id = o.account_id);
  return null;
end $function$;

-- The first of these ids that is remembered as another account's and was never this account's; null when there is none.
CREATE OR REPLACE FUNCTION private.spent_id(p_kind text, p_ids uuid[], p_accounts uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select n.id from unnest(p_ids, p_accounts) n (id, account_id)
    where exists (
        -- One id after the other: the planner would go through the removals of everybody.
        select from (
          select r as removal from private.removals r
          where r.row_id = n.id and r.kind = p_kind and r.account_id <> n.account_id offset 0) others
        where not private.might_have_moved(removal))
      and not exists (
        select from private.removals r where r.row_id = n.id and r.kind = p_kind and r.account_id = n.account_id)
    limit 1);
end $function$;

-- Refuses an id that another person's account has or had, in the words for an id that is in use.
CREATE OR REPLACE FUNCTION private.check_account_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner uuid := coalesce(auth.uid(), new.owner_id);
begin
  if exists (
      select from public.accounts a where a.account_id = new.account_id and a.owner_id <> owner
        and a.account_id <> all (array(select private.my_accounts())))
    or exists (
      select from private.removals r
      where r.row_id = new.account_id and r.kind = 'account' and r.created_by is distinct from owner)
  then
    perform private.refuse_id(tg_table_name, 'account_id', new.account_id);
  end if;
  return new;
end $function$;

-- For ids of UUID version 5 (S69g). Refuses in the words for an id that is in use.
CREATE OR REPLACE FUNCTION private.check_named_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then return new; end if;
  if new.account_id in (select private.my_accounts()) and (
    exists (select from public.import_keys k
      where k.row_id = new.transaction_id and k.account_id = new.account_id)
    or exists (select from private.removals r
      where r.row_id = new.transaction_id and r.kind = 'transaction' and r.account_id = new.account_id))
  then
    return new;
  end if;
  perform private.refuse_id(tg_table_name, 'transaction_id', new.transaction_id);
  return null;
end $function$;

-- Refuses in PostgreSQL's exact words for an id that a row has now. So nobody learns whether such a row exists or
-- existed.
CREATE OR REPLACE FUNCTION private.refuse_id(p_table text, p_column text, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise unique_violation using
    message = format('duplicate key value violates unique constraint "%s_pkey"', p_table),
    detail = format('Key (%s)=(%s) already exists.', p_column, p_id),
    schema = 'public', table = p_table, constraint = p_table || '_pkey';
end $function$;

-- A UUIDv5 in the product's namespace: two devices that make the same thing offline give it the same id.
CREATE OR REPLACE FUNCTION private.name_id(p_name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select extensions.uuid_generate_v5('8c3e5b0a-6f0e-5d0a-9a50-6d1c0c5f7e11', p_name)
$function$;
grant execute on function private.name_id(p_name text) to authenticated;
grant execute on function private.name_id(p_name text) to service_role;

-- The last removal of the row, if the signed-in user may know of it.
CREATE OR REPLACE FUNCTION private.find_removal(p_row uuid)
 RETURNS private.removals
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Number 0 only remembers an id (20261122000110_remembered_ids.sql).
  select * from private.removals r
  where r.row_id = p_row and r.version > 0 and (
    (r.budget_id is null and r.account_id in (select private.my_accounts()))
    or r.account_id || '/' || r.budget_id in (select private.my_budget_keys())
    or (r.kind = 'account' and r.created_by = auth.uid()))
  -- A row may have left several accounts, whose numbers say nothing about each other.
  order by r.at desc, r.version desc limit 1
$function$;
grant execute on function private.find_removal(p_row uuid) to authenticated;

-- Whether the signed-in user could have taken the removed row to another account, so its id tells them nothing new.
CREATE OR REPLACE FUNCTION private.might_have_moved(p_removal private.removals)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_removal.kind
    when 'transaction' then p_removal.account_id in (select private.my_accounts('admin'))
      or (p_removal.created_by = auth.uid() and p_removal.account_id in (
        select private.my_accounts('member')
        union select m.account_id from public.memberships m where m.user_id = auth.uid() and m.target = 'budget'))
    when 'category' then exists (
        select from public.accounts a where a.account_id = p_removal.account_id and a.owner_id = auth.uid())
      or exists (
        select from private.removals r where r.kind = 'account' and r.row_id = p_removal.account_id and r.created_by = auth.uid())
    else false end
$function$;
