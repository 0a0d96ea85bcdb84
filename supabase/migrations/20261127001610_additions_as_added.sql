-- Somebody edited a row and undid that. The undo of the row's addition was refused all the same (S67b): no change tells
-- of an addition, so the last device that had written to the row was asked for, and that was theirs.

create or replace function private.has_last_word(p_row uuid, p_groups text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  named uuid := private.undoes();
  -- Each with its author: nobody takes the word from somebody else.
  undone text[] := '{}';
  change record;
begin
  for change in
    select c.action, c.undoes, c.kind, c.author, c.author = auth.uid() as is_own, c.device = private.device() as is_here
    from private.changes c
    where c.row_id = p_row and (p_groups is null or c.groups && p_groups)
    order by c.at desc limit 100
  loop
    continue when change.action || ' ' || change.author = any (undone);
    if named in (change.action, change.undoes) then return coalesce(change.is_own, false); end if;
    -- Of before, or of nobody's mutation.
    if change.action is null then return case when change.is_here then null else false end; end if;
    -- What was added after a removal was added anew, and no change tells of it.
    if change.undoes is null then return case when change.kind <> 'removal' then false end; end if;
    undone := undone || (change.undoes || ' ' || change.author);
  end loop;
  -- The row is again as its author added it.
  if p_groups is null and undone <> '{}' then
    perform from public.transactions t where t.transaction_id = p_row and t.created_by = auth.uid();
    if found then return true; end if;
  end if;
  return null;
end $$;
