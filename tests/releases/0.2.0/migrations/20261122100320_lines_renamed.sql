-- A rename reaches lines, too. "Split" is the name that every split row has, and no category that somebody chose.

create function private.renamed_lines(p_lines jsonb, p_from text, p_to text) returns jsonb
language sql immutable as $$
  select jsonb_agg(case when one ->> 'category' = p_from then one || jsonb_build_object('category', p_to) else one end
    order by n)
  from jsonb_array_elements(p_lines) with ordinality lines (one, n)
$$;

drop function private.rename_category(text, text, text);

-- A plan that does not know the month would read the whole account for each.
create function private.rename_category(p_type text, p_from text, p_to text, p_account uuid)
returns private.outcome
language plpgsql set plan_cache_mode = 'force_custom_plan' as $$
declare
  owned uuid[] := array(select account_id from public.accounts where owner_id = auth.uid() order by account_id);
  meant uuid[] := array(select mine from unnest(owned) mine where p_account is null or mine = p_account);
  wanted text := btrim(p_to);
  stored text := case p_type when 'income' then 'credit' else 'debit' end;
  one uuid;
  month date;
begin
  -- Categories first: a shared budget then already covers the new name when the transactions come to carry it.
  update public.categories set name = wanted where account_id = any (meant) and type = p_type and name = p_from;
  if not found and not exists (
    select from public.categories where account_id = any (owned) and type = p_type and name = wanted
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  perform private.log_rename(meant, p_type, p_from, wanted);
  perform set_config('carryover.renaming', 'on', true);
  -- The newest month first. So the numbers follow the months, and each page of a pull changes few pages of the device.
  foreach one in array meant loop
    for month in
      select distinct date_trunc('month', transaction_date::timestamp)::date as first from (
        select transaction_date from public.transactions
        where account_id = one and type = stored and category_name = p_from and lines is null
        union all
        select transaction_date from public.transaction_lines
        where account_id = one and type = stored and category_name = p_from) dates
      order by first desc
    loop
      update public.transactions set metadata = metadata || jsonb_build_object('category_name', wanted)
      where account_id = one and type = stored and category_name = p_from and lines is null
        and transaction_date >= month and transaction_date < (month + interval '1 month')::date;
      update public.transactions set lines = private.renamed_lines(lines, p_from, wanted)
      where transaction_id = any (array(
        select l.transaction_id from public.transaction_lines l
        where l.account_id = one and l.type = stored and l.category_name = p_from
          and l.transaction_date >= month and l.transaction_date < (month + interval '1 month')::date));
    end loop;
  end loop;
  perform set_config('carryover.renaming', '', true);
  return (null, '{}', null, '{}')::private.outcome;
end $$;
comment on function private.rename_category is
  'In one of the caller''s accounts. In all of them when p_account is null, as v0.1.0 asks.';

create function private.carried_lines(
  p_account uuid, p_type text, p_lines jsonb, p_cursors jsonb, p_edited_at timestamptz, p_device uuid
) returns jsonb
language sql stable as $$
  select jsonb_agg(one || jsonb_build_object('category',
    private.carried(p_account, p_type, one ->> 'category', p_cursors, p_edited_at, p_device)) order by n)
  from jsonb_array_elements(p_lines) with ordinality lines (one, n)
$$;
comment on function private.carried_lines is 'Lines with the names that their categories have now (private.carried).';

create function private.carry_fields(p_account uuid, p_type text, p_fields jsonb) returns jsonb
language sql stable as $$
  select case
    when jsonb_typeof(p_fields -> 'lines') = 'array' then jsonb_set(p_fields, '{lines}',
      coalesce(private.carried_lines(p_account, p_type, p_fields -> 'lines',
        nullif(current_setting('carryover.cursors', true), '')::jsonb, private.edited_at(), private.device()), '[]'))
    when p_fields ->> 'category' is not null then jsonb_set(p_fields, '{category}',
      to_jsonb(private.carried_name(p_account, p_type, p_fields ->> 'category')))
    else p_fields end
$$;
comment on function private.carry_fields is 'A transaction''s fields with the names that their categories have now.';

create function private.carry_row(p_row jsonb) returns jsonb
language sql stable as $$
  select private.carry_fields(private.as_uuid(p_row ->> 'accountId'), p_row ->> 'type', p_row)
$$;

create function private.has_renames(p_accounts uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.renames r where r.account_id = any (p_accounts))
$$;
comment on function private.has_renames is 'Nearly always nothing was renamed within a year.';

create function private.carry_rows(p_rows jsonb[]) returns jsonb[]
language sql stable as $$
  select case
    when private.has_renames(array(
      select private.as_uuid(account) from (select distinct r ->> 'accountId' as account from unnest(p_rows) r) named))
    then array(select private.carry_row(r) from unnest(p_rows) with ordinality rows (r, n) order by n)
    else p_rows end
$$;

create function private.carry_patch(p_patch jsonb, p_current jsonb) returns jsonb
language sql stable as $$
  select p_patch || jsonb_build_object(
    'before', private.carry_fields((p_current ->> 'accountId')::uuid,
      coalesce(p_patch #>> '{before,type}', p_current ->> 'type'), p_patch -> 'before'),
    'after', private.carry_fields(
      coalesce(private.as_uuid(p_patch #>> '{after,accountId}'), (p_current ->> 'accountId')::uuid),
      coalesce(p_patch #>> '{after,type}', p_current ->> 'type'), p_patch -> 'after'))
$$;
comment on function private.carry_patch is
  'A patch of a transaction with the category''s names as they are now. p_current is the row as it stands.';

create function private.names_renamed(p_mutations jsonb[], p_accounts uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_renames(p_accounts) then return false; end if;
  return exists (
    select from unnest(p_mutations) m, jsonb_array_elements(m -> 'operations') op,
      private.unknown_renames(private.as_uuid(op #>> '{row,accountId}'), op #>> '{row,type}', m -> 'cursors',
        (m ->> 'editedAt')::timestamptz, private.as_uuid(m ->> 'device')) r
    where r.from_name = op #>> '{row,category}'
      or op #> '{row,lines}' @> jsonb_build_array(jsonb_build_object('category', r.from_name)));
end $$;
comment on function private.names_renamed is
  'Whether mutations that only add transactions name a category that was renamed without their author''s knowing.';

create or replace function private.since_removal(p_removal private.changes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when jsonb_typeof(before -> 'lines') = 'array'
    then jsonb_set(before, '{lines}', private.carried_lines(p_removal.account_id, before ->> 'type', before -> 'lines',
      cursor, p_removal.at, null))
    else jsonb_set(before, '{category}', to_jsonb(private.carried(p_removal.account_id, before ->> 'type',
      before ->> 'category', cursor, p_removal.at, null))) end
  from (select p_removal.before, jsonb_build_object(p_removal.account_id, p_removal.version)) removal (before, cursor)
$$;

create or replace function private.restored_clocks(p_row public.transactions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removal private.changes;
  content private.client_transaction;
  was public.transactions := p_row;
begin
  select * into removal from private.changes c
  where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id
  order by c.at desc limit 1;
  -- A copy of a row that a restored server lost: nobody has seen it under its new number.
  if removal.change_id is null then
    return private.stamp('{}',
      array['amount', 'type', 'date', 'category', 'description', 'budgetId', 'accountId', 'nature', 'lines'],
      p_row.version);
  end if;
  content := jsonb_populate_record(null::private.client_transaction, private.since_removal(removal));
  was.type := private.stored_type(content.type);
  was.amount := content.amount / 100.0;
  was.transaction_date := content.date;
  was.description := content.description;
  was.metadata := private.metadata(content);
  was.nature := coalesce(content.nature, 'regular');
  was.transfer_id := content."transferId";
  was.lines := content.lines;
  -- What the removal did not hold is an edit.
  return private.stamp(removal.clocks, private.changed_groups(was, p_row), p_row.version);
end $$;

revoke all on function private.renamed_lines, private.rename_category, private.carried_lines, private.carry_fields,
  private.carry_row, private.carry_patch, private.has_renames, private.carry_rows, private.names_renamed from public;
grant execute on function private.renamed_lines, private.rename_category, private.carried_lines, private.carry_fields,
  private.carry_row, private.carry_patch, private.has_renames, private.carry_rows, private.names_renamed
  to authenticated;
