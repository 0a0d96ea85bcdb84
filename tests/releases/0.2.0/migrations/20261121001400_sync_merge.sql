-- Two people edited the same row: who wins is decided per field group, so that edits of different things both survive.

create function private.field_group(p_table text, p_field text) returns text
language sql immutable as $$
  select case
    when p_table = 'transactions' and p_field in ('amount', 'type') then 'amount'
    when p_table = 'transactions' and p_field in ('description', 'notes') then 'description'
    when p_field = any (case p_table
      when 'transactions' then array['date', 'category', 'budgetId', 'accountId']
      when 'accounts' then array['name', 'type', 'description', 'accountNumber']
      when 'categories' then array['name']
      when 'budgets' then array['name', 'amount', 'categoryId', 'description', 'startDate'] end) then p_field
  end
$$;
comment on function private.field_group is 'The group that a field is merged with; null for what no device may patch. The names are those of field_clocks.';

create function private.merge_patch(
  p_table text, p_current jsonb, p_clocks jsonb, p_seen bigint, p_before jsonb, p_after jsonb, p_edited_at timestamptz,
  out taken jsonb, out kept jsonb, out kept_by uuid, out raised text[]
)
language plpgsql stable as $$
declare
  part record;
  clock jsonb;
  clock_at timestamptz;
  clock_by uuid;
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  for part in
    select private.field_group(p_table, key) as field_group, jsonb_object_agg(key, value) as after,
      jsonb_object_agg(key, p_before -> key) as before, jsonb_object_agg(key, p_current -> key) as current
    from jsonb_each(p_after) group by 1
  loop
    if part.field_group is null then
      raise invalid_parameter_value using message = 'A patch names a field that devices do not write.';
    end if;
    -- A group without a clock is as it was inserted.
    clock := coalesce(p_clocks -> part.field_group, '{}');
    clock_at := coalesce(clock ->> 'at', p_current ->> 'createdAt');
    clock_by := coalesce(clock ->> 'by', p_current ->> 'userId', p_current ->> 'ownerId');
    if part.current = part.before and (clock_at <= p_edited_at or coalesce((clock ->> 'v')::bigint, 0) <= p_seen) then
      taken := taken || part.after;
    elsif part.current = part.after then
      if clock_at < p_edited_at then raised := raised || part.field_group; end if;
    elsif p_edited_at > clock_at or (p_edited_at = clock_at and auth.uid() > clock_by) then
      taken := taken || part.after;
    else
      kept := kept || part.current;
      kept_by := clock_by;
    end if;
  end loop;
end $$;
comment on function private.merge_patch is
  'taken: fields to write; kept: fields of which a later edit (by kept_by) stands, with its values; raised: groups that are so already and get the newer clock.';

create function private.raise_clocks(p_table text, p_id uuid, p_groups text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[] := array(select private.my_reach());
begin
  case p_table
    when 'transactions' then update public.transactions
      set field_clocks = private.stamp(field_clocks, p_groups, version) where transaction_id = p_id and account_id = any (mine);
    when 'accounts' then update public.accounts
      set field_clocks = private.stamp(field_clocks, p_groups, version) where account_id = p_id and account_id = any (mine);
    when 'categories' then update public.categories
      set field_clocks = private.stamp(field_clocks, p_groups, version) where category_id = p_id and account_id = any (mine);
    when 'budgets' then update public.budgets
      set field_clocks = private.stamp(field_clocks, p_groups, version) where budget_id = p_id and account_id = any (mine);
  end case;
end $$;
comment on function private.raise_clocks is
  'Somebody else made the same edit: the later time counts from now on. Nothing else changes, so it takes no number. Whether the caller may edit the row is push_patch''s to ask first.';

revoke all on all functions in schema private from public;
grant execute on function private.field_group, private.merge_patch, private.raise_clocks to authenticated;
