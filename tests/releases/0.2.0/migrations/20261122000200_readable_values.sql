-- The tables now accept only values that every device can read. The rules stand in src/domain/rows.ts. Before, one
-- value that broke them made every pull fail for everybody who sees the row. This file first mends such rows of an
-- earlier release. Then it adds the constraints.

create function private.fits(p_text text, p_units integer) returns boolean
language sql immutable as $$
  select octet_length(p_text) <= p_units
    or length(p_text) + length(regexp_replace(p_text, '[^\U00010000-\U0010FFFF]', '', 'g')) <= p_units
$$;
comment on function private.fits is
  'Whether a text has at most p_units UTF-16 units, as devices count. An emoji takes two. A text never has more '
  'units than bytes.';

create function private.is_nameable(p_at timestamptz) returns boolean
language sql immutable as $$
  select p_at between '0001-01-02 00:00:00+00' and '9999-12-30 23:59:59.999+00'
$$;
comment on function private.is_nameable is
  'Whether a date picker can name the day of a moment: it is finite, of our era and of a year of four digits in '
  'every time zone.';

-- The next three functions only mend rows of an earlier release. This file drops them again.

create function private.nearest_nameable(p_at timestamptz) returns timestamptz
language sql immutable as $$
  select least(greatest(p_at, '0001-01-02 00:00:00+00'), '9999-12-30 23:59:59.999+00')
$$;

-- Cuts leading blanks too, because they could be all that is left of a name.
create function private.cut_to_fit(p_text text, p_units integer) returns text
language plpgsql immutable as $$
declare
  trimmed text := btrim(p_text);
  fitting integer := p_units / 2;
begin
  if p_text is null or private.fits(p_text, p_units) then return p_text; end if;
  if private.fits(trimmed, p_units) then return trimmed; end if;
  while private.fits(left(trimmed, fitting + 1), p_units) loop
    fitting := fitting + 1;
  end loop;
  return left(trimmed, fitting);
end $$;

-- Transactions carry their category's name, so both are cut in the same way. Two long names may begin alike. So a cut
-- name ends in eight digits of a hash of the whole name. The hash has a random salt, so nobody could take the cut name
-- beforehand.
select set_config('carryover.salt', gen_random_uuid()::text, false);
create function private.cut_category(p_name text) returns text
language sql stable as $$
  select case when private.fits(p_name, 200) then p_name
    else private.cut_to_fit(p_name, 190) || ' ' || left(md5(p_name || current_setting('carryover.salt')), 8) end
$$;

-- Each mended row takes a new version, so that devices pull it. A moment that a date picker cannot name becomes the
-- nearest one that it can. So the oldest account stays the default one. Texts lose everything beyond their limit.

update public.accounts set created_at = private.nearest_nameable(created_at), account_name = private.cut_to_fit(account_name, 200),
  description = private.cut_to_fit(description, 2000), version = private.next_version(account_id)
where not (private.is_nameable(created_at) and private.fits(account_name, 200) and coalesce(private.fits(description, 2000), true));

update public.categories set created_at = private.nearest_nameable(created_at), name = private.cut_category(name),
  version = private.next_version(account_id)
where not (private.is_nameable(created_at) and private.fits(name, 200));

update public.budgets set created_at = private.nearest_nameable(created_at), name = private.cut_to_fit(name, 200),
  description = private.cut_to_fit(description, 2000), version = private.next_version(account_id)
where not (private.is_nameable(created_at) and private.fits(name, 200) and coalesce(private.fits(description, 2000), true));

update public.memberships set created_at = private.nearest_nameable(created_at), version = private.next_version(account_id)
where not private.is_nameable(created_at);

update public.invitations set created_at = private.nearest_nameable(created_at), expires_at = private.nearest_nameable(expires_at),
  version = private.next_version(account_id)
where not (private.is_nameable(created_at) and private.is_nameable(expires_at));

update public.transactions set created_at = private.nearest_nameable(created_at), description = private.cut_to_fit(description, 2000),
  metadata = metadata
    || case when private.fits(category_name, 200) then '{}' else jsonb_build_object('category_name', private.cut_category(category_name)) end
    || case when private.fits(notes, 10000) then '{}' else jsonb_build_object('notes', private.cut_to_fit(notes, 10000)) end,
  version = private.next_version(account_id)
where not (private.is_nameable(created_at) and private.fits(description, 2000) and private.fits(category_name, 200)
  and private.fits(notes, 10000));

drop function private.cut_category, private.cut_to_fit, private.nearest_nameable;
select set_config('carryover.salt', '', false);

-- The limits of src/domain/entered-text.ts. Every release of the app has held what it sends to them. A null passes.

alter table public.accounts add constraint accounts_readable
  check (private.is_nameable(created_at) and private.fits(account_name, 200) and private.fits(description, 2000));
alter table public.categories add constraint categories_readable
  check (private.is_nameable(created_at) and private.fits(name, 200));
alter table public.budgets add constraint budgets_readable
  check (private.is_nameable(created_at) and private.fits(name, 200) and private.fits(description, 2000));
alter table public.memberships add constraint memberships_readable check (private.is_nameable(created_at));
alter table public.invitations add constraint invitations_readable
  check (private.is_nameable(created_at) and private.is_nameable(expires_at));
alter table public.transactions add constraint transactions_readable
  check (private.is_nameable(created_at) and private.fits(description, 2000) and private.fits(category_name, 200)
    and private.fits(notes, 10000));

revoke all on function private.fits, private.is_nameable from public;
-- A constraint runs with the rights of the user who writes.
grant execute on function private.fits, private.is_nameable to authenticated, service_role;
