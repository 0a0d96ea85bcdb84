-- The table that RxDB's replication with Supabase needs: a transaction's columns, its two markers, and rights for
-- signed-in users.
create table public.peer_transactions (
  id text primary key, "accountId" text not null, type text not null, amount bigint not null, date text not null,
  description text not null, category text not null, "createdAt" text not null,
  _deleted boolean not null default false, _modified timestamptz not null default now());
create index on public.peer_transactions (_modified, id);
create function public.touch_peer() returns trigger language plpgsql as $$
  begin new._modified := now(); return new; end
$$;
create trigger touch before update on public.peer_transactions for each row execute function public.touch_peer();
grant all on public.peer_transactions to authenticated;
alter table public.peer_transactions enable row level security;
create policy everyone on public.peer_transactions to authenticated using (true) with check (true);
