-- Operations of one kind on different transactions are one step of a push: their rows are read, written, numbered and
-- recorded together. Row by row, triggers and row-level security cost several times as much as the work itself.

drop function private.push_patch;

create type private.named_row as (n bigint, operation jsonb, id uuid, client jsonb, clocks jsonb);

create function private.rows_named(p_table text, p_operations jsonb[]) returns setof private.named_row
language plpgsql stable as $$
begin
  return query
    select o.n, o.op, (o.op ->> 'id')::uuid, r.client, r.clocks
    from unnest(p_operations) with ordinality o (op, n)
      left join private.read_rows(p_table, array(select (op ->> 'id')::uuid from unnest(p_operations) op)) r
        on r.id = (o.op ->> 'id')::uuid
    order by o.n;
end $$;
comment on function private.rows_named is
  'The operations in their order, each with its row as the caller reads it; client: null where there is none.';

create function private.joined(p_one private.outcome, p_next private.outcome) returns private.outcome
language sql immutable as $$
  select row(coalesce((p_next).superseded, (p_one).superseded), (p_one).kept || (p_next).kept,
    coalesce((p_next).kept_by, (p_one).kept_by), (p_one).versions || (p_next).versions)::private.outcome
$$;

create type private.merged_patch as (
  n bigint, id uuid, client jsonb, clocks jsonb, taken jsonb, kept jsonb, kept_by uuid, raised text[], told jsonb);

create function private.merged_patches(p_table text, p_rows private.named_row[], p_edited_at timestamptz)
returns setof private.merged_patch
language plpgsql stable as $$
declare
  -- Hardly any account has renames, and asking for each row whether it has one takes long.
  carries boolean := p_table = 'transactions' and private.has_renames(array(
    select private.as_uuid(account) from (
      select r.client ->> 'accountId' as account from unnest(p_rows) r
      union select r.operation #>> '{after,accountId}' from unnest(p_rows) r) named));
begin
  return query
    select r.n, r.id, r.client, r.clocks, m.*
    from unnest(p_rows) r,
      lateral (
        select case when carries then private.carry_patch(r.operation, r.client) else r.operation end) carried (op),
      lateral private.merge_patch(p_table, r.client, r.clocks, op -> 'seen', op -> 'before', op -> 'after',
        p_edited_at) m
    where r.client is not null
    order by r.n;
end $$;

-- The caller has touched the transactions with their own rights. On a move to another account details end by
-- themselves.
create function private.write_details(p_patches private.merged_patch[]) returns void
language plpgsql as $$
declare
  statuses jsonb[] := array(
    select client || taken from unnest(p_patches) where taken ?| '{status,reconciliationId}'
      and coalesce(taken -> 'accountId', client -> 'accountId') = client -> 'accountId' order by n);
  origins jsonb[] := array(
    select client || taken from unnest(p_patches) where taken ?| '{bankId,importId,importedText}'
      and coalesce(taken -> 'accountId', client -> 'accountId') = client -> 'accountId' order by n);
begin
  if statuses <> '{}' then perform private.write_statuses(statuses); end if;
  if origins <> '{}' then perform private.write_origins(origins); end if;
end $$;

create function private.push_patches(p_table text, p_operations jsonb[], p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
declare
  there private.named_row[] := array(select r from private.rows_named(p_table, p_operations) r);
  outcomes private.outcome[] := array_fill((null, '{}', null, '{}')::private.outcome, array[cardinality(p_operations)]);
  result private.outcome := (null, '{}', null, '{}');
  removals private.changes[] := '{}';
  removal private.changes;
  patches private.merged_patch[];
  touched uuid[];
  strange uuid;
  one record;
begin
  for one in select * from unnest(there) t where t.client is null loop
    removal := null;
    if p_table = 'transactions' then removal := private.removed_transaction(one.id); end if;
    if private.is_later(p_edited_at, auth.uid(), removal.edited_at, removal.author) then
      perform private.push_restores(array[private.since_removal(removal)]);
      removals := removals || removal;
    else
      outcomes[one.n] := private.untouched(one.id, false);
    end if;
  end loop;
  if removals <> '{}' then
    there := array(select r from private.rows_named(p_table, p_operations) r);
  end if;
  patches := array(select m from private.merged_patches(p_table, there, p_edited_at) m);
  touched := private.update_rows(p_table, array(select client || taken from unnest(patches) order by n));
  -- Also with nothing taken: that no row is touched is how RLS says that this person may not edit it.
  select id into strange from unnest(patches) where id <> all (touched) limit 1;
  if found then return private.untouched(strange, true); end if;
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
  for one in select r.*, p.taken from unnest(removals) r join unnest(patches) p on p.id = r.row_id loop
    perform private.tell(one.author, one.account_id, p_table, one.row_id, 'revived', '{}', one.taken);
  end loop;
  for one in select * from unnest(patches) loop
    outcomes[one.n] := (case when one.kept <> '{}' then 'newer' end, one.kept, one.kept_by,
      private.versions_of(one.client));
  end loop;
  for at in 1 .. cardinality(outcomes) loop
    result := private.joined(result, outcomes[at]);
  end loop;
  return result;
end $$;

revoke all on function private.rows_named, private.joined, private.merged_patches, private.write_details,
  private.push_patches from public;
grant execute on function private.rows_named, private.joined, private.merged_patches, private.write_details,
  private.push_patches to authenticated;
