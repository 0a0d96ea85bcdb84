-- An owner hands an account over to a member.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- To whom an owner offers their account. It counts while offered_by owns it and user_id has the whole account.
create table private.ownership_offers (
  account_id uuid not null,
  user_id uuid not null,
  offered_by uuid not null,
  offered_at timestamp(3) with time zone default now() not null,
  constraint ownership_offers_pkey PRIMARY KEY (account_id),
  constraint ownership_offers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint ownership_offers_offered_by_fkey FOREIGN KEY (offered_by) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint ownership_offers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX ownership_offers_by ON private.ownership_offers USING btree (offered_by);
CREATE INDEX ownership_offers_user ON private.ownership_offers USING btree (user_id);

-- The offers that count, by the signed-in user and to them.
CREATE OR REPLACE FUNCTION private.standing_offers()
 RETURNS TABLE(account_id uuid, owner_id uuid, user_id uuid, email text, offered_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.account_id, a.owner_id, m.user_id, m.email, o.offered_at
  from private.ownership_offers o join public.accounts a on a.account_id = o.account_id and a.owner_id = o.offered_by
    join public.memberships m on m.account_id = o.account_id and m.user_id = o.user_id and m.target = 'account'
  where auth.uid() in (a.owner_id, o.user_id)
$function$;

-- The accounts that the caller offers to somebody, and those that somebody offers to the caller.
CREATE OR REPLACE FUNCTION public.my_ownership_offers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_user(auth.uid());
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'accountId', o.account_id,
      'accountName', a.account_name,
      'ownerEmail', private.email_of(o.owner_id),
      'toEmail', o.email,
      'toMe', o.user_id = auth.uid()
    ) order by o.offered_at)
    from private.standing_offers() o join public.accounts a using (account_id)), '[]');
end $function$;
grant execute on function public.my_ownership_offers() to authenticated;

-- Offers an account of the caller to a member, in place of an earlier offer. With p_user null, there is no offer any
-- more.
CREATE OR REPLACE FUNCTION public.offer_ownership(p_account uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_user(auth.uid());
  if not exists (select from public.accounts a where a.account_id = p_account and a.owner_id = auth.uid()) then
    perform private.refuse('PT403', 'forbidden', 'Only the owner hands an account over.');
  end if;
  if p_user is null then
    delete from private.ownership_offers o where o.account_id = p_account;
    return;
  end if;
  if not exists (
    select from public.memberships m where m.account_id = p_account and m.user_id = p_user and m.target = 'account'
  ) then
    perform private.refuse('PT404', 'gone', 'This person does not have the whole account.');
  end if;
  if private.next_owned(auth.uid(), p_account) is null then
    perform private.refuse('PT409', 'last_account', 'You must have at least one account.');
  end if;
  insert into private.ownership_offers (account_id, user_id, offered_by) values (p_account, p_user, auth.uid())
  on conflict (account_id) do update set user_id = excluded.user_id, offered_by = excluded.offered_by, offered_at = now();
end $function$;
grant execute on function public.offer_ownership(p_account uuid, p_user uuid) to authenticated;

-- Accepts or declines an account that its owner offers to the caller. With the answer yes, the owner becomes an admin
-- of it.
CREATE OR REPLACE FUNCTION public.answer_ownership(p_account uuid, p_accept boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  offer record;
  heir uuid;
begin
  perform private.check_user(me);
  select * into offer from private.standing_offers() o where o.account_id = p_account and o.user_id = me;
  if not found then
    perform private.refuse('PT404', 'gone', 'This offer is not there any more.');
  end if;
  if not p_accept then
    delete from private.ownership_offers o where o.account_id = p_account;
    return;
  end if;
  -- In the order in which a push and the deletion of an account lock. Then the offer is read again.
  heir := private.next_owned(offer.owner_id, p_account);
  perform from private.account_log l where l.account_id in (p_account, heir) order by l.account_id for update;
  perform pg_advisory_xact_lock(hashtextextended('accounts of ' || offer.owner_id, 0));
  if heir is distinct from private.next_owned(offer.owner_id, p_account)
    or not exists (select from private.standing_offers() o where o.account_id = p_account and o.user_id = me and o.owner_id = offer.owner_id)
  then
    perform private.refuse('PT409', 'changed_meanwhile', 'Something changed at this moment. Try again.');
  elsif heir is null then
    perform private.refuse('PT409', 'last_account', 'The owner must have another account first.');
  end if;
  perform private.hold(array[p_account, heir]);
  perform private.move_ownership(p_account, offer.owner_id, me, heir);
  perform private.check_accounts(me);
end $function$;
grant execute on function public.answer_ownership(p_account uuid, p_accept boolean) to authenticated;

-- Gives an account to a member. p_heir is the oldest other account of the former owner.
CREATE OR REPLACE FUNCTION private.move_ownership(p_account uuid, p_from uuid, p_to uuid, p_heir uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_default boolean;
  grant_of_owner uuid;
  grant_of_member uuid;
begin
  select l.grant_id into grant_of_owner from private.account_log l where l.account_id = p_account;
  select m.grant_id into grant_of_member from public.memberships m
  where m.account_id = p_account and m.user_id = p_to and m.target = 'account';
  select (a.created_at, a.account_id) < (h.created_at, h.account_id) into was_default
  from public.accounts a, public.accounts h where a.account_id = p_account and h.account_id = p_heir;

  delete from private.ownership_offers where account_id = p_account;
  perform set_config('carryover.handing_over', 'on', true);
  delete from public.memberships where account_id = p_account and user_id = p_to and target = 'account';
  perform set_config('carryover.handing_over', '', true);
  -- An account from somebody else comes after one's own, so that these keep the default.
  update public.accounts set
    owner_id = p_to,
    created_at = case when private.next_owned(p_to, p_account) is null then created_at else now() end
  where account_id = p_account;
  -- Both have the whole account before and after. Each takes over the grant that the other's devices do not have, so
  -- that no device fetches the account anew.
  update private.account_log set grant_id = grant_of_member where account_id = p_account;
  insert into public.memberships (account_id, target, user_id, email, role, grant_id)
  select p_account, 'account', u.id, u.email, 'admin', grant_of_owner from auth.users u where u.id = p_from;
  -- The default account's categories serve all accounts of its owner, and the account keeps its own.
  if was_default then
    insert into public.categories (category_id, account_id, type, name, group_name, archived)
    select private.name_id('category:' || p_heir || ':' || c.type || ':' || c.name), p_heir, c.type, c.name,
      c.group_name, c.archived
    from public.categories c where c.account_id = p_account
    on conflict do nothing;
  end if;
end $function$;

-- Whether p_user is the account's owner or one of its members.
CREATE OR REPLACE FUNCTION private.has_account(p_user uuid, p_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.accounts a where a.account_id = p_account and a.owner_id = p_user)
    or exists (select from public.memberships m where m.account_id = p_account and m.user_id = p_user and m.target = 'account')
$function$;
grant execute on function private.has_account(p_user uuid, p_account uuid) to authenticated;
