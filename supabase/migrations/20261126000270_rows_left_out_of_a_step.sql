-- What usually stands against a row of a step is found out before the step is carried out, where the row may be left
-- out: a status that the role may not write, a nature or lines that forbid the field, an account that is gone. Without
-- an exception, the other rows are still written together.

create function private.patches_to_refuse(p_patches private.merged_patch[])
returns table (id uuid, code text, reason text, message text)
language plpgsql stable as $$
declare
  of_members uuid[] := array(select private.my_accounts('member'));
  of_admins uuid[] := array(select private.my_accounts('admin'));
begin
  return query
    with wanted as (
      select p.id, p.taken, p.client as was, p.client || p.taken as becomes
      from unnest(p_patches) p where p.taken <> '{}' and private.may_leave_out(p.id)
    ), named as materialized (
      select w.id, (was ->> 'accountId')::uuid as account, was ->> 'status' as had, becomes ->> 'status' as status,
        taken ?| '{status,reconciliationId}' as of_status, (becomes ->> 'reconciliationId')::uuid as reconciliation,
        becomes ->> 'importId' as import
      from wanted w
      where becomes -> 'accountId' = was -> 'accountId'
        and taken ?| '{status,reconciliationId,bankId,importId,importedText}'
    )
    select w.id, 'PT400', 'invalid', 'The nature of this transaction does not allow this.' from wanted w
    where (was ->> 'nature' <> 'regular' or taken ? 'nature') and case
        -- Nobody makes one side alone.
        when becomes ->> 'nature' = 'transfer' and becomes -> 'transferId' <> was -> 'transferId' then true
        when becomes -> 'nature' <> was -> 'nature'
          then was ->> 'nature' <> 'transfer' or becomes ->> 'nature' <> 'regular'
        else becomes -> 'accountId' <> was -> 'accountId' or becomes -> 'category' <> was -> 'category'
          or becomes ->> 'budgetId' is not null
          or (becomes -> 'type' <> was -> 'type' and (was ->> 'nature' = 'transfer' or private.device() is null)) end
      or (jsonb_typeof(becomes -> 'lines') = 'array'
        and (becomes ->> 'budgetId' is not null or becomes ->> 'nature' <> 'regular'))
    union all
    select n.id, 'PT403', 'forbidden', 'Your role does not allow this.'
    from named n
    where n.account <> all (of_members)
      or (n.of_status and 'reconciled' in (n.had, n.status) and n.account <> all (of_admins))
    union all
    select n.id, 'PT404', 'gone', 'The reconciliation is not there any more, or the transaction has moved.'
    from named n
    where n.of_status and n.reconciliation is not null and not exists (
      select from public.reconciliations r
      where r.reconciliation_id = n.reconciliation and r.account_id = n.account)
    union all
    select strange, 'PT403', 'forbidden', 'Somebody else made this import, or it is of another account.'
    from unnest(private.strange_imports(array(
      select jsonb_build_object('id', n.id, 'accountId', n.account, 'importId', n.import) from named n))) strange;
end $$;

create function private.patches_left(p_patches private.merged_patch[]) returns setof private.merged_patch
language plpgsql as $$
declare
  refused uuid[] := '{}';
  mine uuid[];
  one record;
begin
  refused := array(select r.id from private.patches_to_refuse(p_patches) r);
  if refused = '{}' then
    return query select * from unnest(p_patches);
    return;
  end if;
  -- Finds only what this person may change. Who may not is told that first.
  mine := array(
    select t.transaction_id from public.transactions t where t.transaction_id = any (refused) for update);
  for one in
    select distinct on (r.id) r.* from private.patches_to_refuse(p_patches) r order by r.id
  loop
    if one.id = any (mine) then
      perform private.refuse_row(one.id, one.code, one.reason, one.message);
    else
      perform private.untouched(one.id, true);
    end if;
  end loop;
  return query select p.* from unnest(p_patches) p where p.id <> all (refused) order by p.n;
end $$;
comment on function private.patches_left is 'The patches without those that are refused by themselves.';

create function private.rows_left(p_rows jsonb[]) returns jsonb[]
language plpgsql as $$
declare
  restores boolean := current_setting('carryover.restores', true) is not distinct from 'on';
  strange uuid[] := case when restores then '{}' else private.strange_imports(p_rows) end;
  one record;
begin
  for one in
    with places as materialized (
      select account, exists (select from public.accounts a where a.account_id = id)
          or exists (select from public.budgets b where b.account_id = id) as is_reached,
        id in (select private.my_accounts('member')) as is_member,
        id in (select private.my_accounts('admin')) as is_admin
      from (select account, private.as_uuid(account) as id from (
        select distinct r ->> 'accountId' as account from unnest(p_rows) r) named offset 0) accounts
    ), judged as (
      select (r ->> 'id')::uuid as id, r as item, case
        when not is_reached then 'gone'
        when not is_member and r ->> 'budgetId' is null then 'forbidden'
        when restores then null
        when not is_member and (coalesce(r ->> 'status', 'open') <> 'open' or r ->> 'bankId' is not null
          or r ->> 'importId' is not null or r ->> 'importedText' is not null) then 'forbidden'
        when not is_admin and r ->> 'status' = 'reconciled' then 'forbidden'
        when strange <> '{}' and (r ->> 'id')::uuid = any (strange) then 'forbidden'
        -- Nobody makes one side alone.
        when r ->> 'nature' = 'transfer' and private.may_leave_out((r ->> 'id')::uuid) then 'invalid' end as reason
      from unnest(p_rows) r join places on account is not distinct from r ->> 'accountId'
    )
    select * from judged where reason is not null
  loop
    perform private.refuse_row(one.id, case one.reason when 'gone' then 'PT404' when 'invalid' then 'PT400'
      else 'PT403' end, one.reason, 'This transaction cannot be added.');
    p_rows := array_remove(p_rows, one.item);
  end loop;
  return p_rows;
end $$;
comment on function private.rows_left is
  'Transactions to add or to restore without those that are refused by themselves.';

revoke all on function private.patches_to_refuse, private.patches_left, private.rows_left from public;
grant execute on function private.patches_to_refuse, private.patches_left, private.rows_left to authenticated;
