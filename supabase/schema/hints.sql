-- Hints: a message to people's devices that a scope has something new.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Hints everybody who has the account when its log took a number, and who has a budget of it when that has news (S20a).
CREATE OR REPLACE FUNCTION private.hint_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_hint(p.user_id, p.scope, n.version)
  from new_logs n join old_logs o using (account_id), lateral private.people(n.account_id) p
  where n.version > o.version and (p.budget_id is null
    or private.is_news(n.account_id, p.budget_id, o.version, n.version));
  return null;
end $function$;

-- Whether a pull of this budget brings anything that took a number above p_since, up to p_until.
CREATE OR REPLACE FUNCTION private.is_news(p_account uuid, p_budget uuid, p_since bigint, p_until bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.scope_transactions(p_account, p_budget) t
      where t.version > p_since and t.version <= p_until)
    or exists (select from private.removals r
      where r.account_id = p_account and r.version > p_since and r.version <= p_until and r.budget_id = p_budget)
    or exists (select from public.memberships m
      where m.account_id = p_account and m.version > p_since and m.version <= p_until and m.budget_id = p_budget)
    or exists (select from public.budgets b left join public.categories c using (account_id, category_id)
      where b.account_id = p_account and b.budget_id = p_budget
        and (b.version > p_since and b.version <= p_until or c.version > p_since and c.version <= p_until))
$function$;

-- Everybody who may see something of the account, with the scope through which they see it.
CREATE OR REPLACE FUNCTION private.people(p_account uuid)
 RETURNS TABLE(user_id uuid, scope text, budget_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select owner_id, 'account:' || account_id, null::uuid from public.accounts where account_id = p_account
  union
  select m.user_id, coalesce('budget:' || m.budget_id, 'account:' || m.account_id), m.budget_id
  from public.memberships m where m.account_id = p_account
$function$;

-- Sends a user's devices the hint that a scope has this number. It says nothing else, and devices then pull.
CREATE OR REPLACE FUNCTION private.send_hint(p_user uuid, p_scope text, p_version bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send(jsonb_build_object('scope', p_scope, 'version', p_version), 'hint', 'user:' || p_user, true)
$function$;

-- Supabase owns the table, so no migration may comment on this.
create policy "own hints" on realtime.messages for select to authenticated
  using (((extension = 'broadcast'::text) AND (realtime.topic() = ('user:'::text || ( SELECT auth.uid() AS uid)))));
