-- After a restore, devices know rows with numbers that this server has never given, or gives anew. Each log's floor says up to
-- which number the two agree: above it, a device keeps what the server lost; below it, nothing is asked for by number again.

create or replace function public.change_epoch() returns uuid
language sql security definer set search_path = '' as $$
  update private.account_log set floor = version where floor < version;
  update private.server set epoch = gen_random_uuid() where one returning epoch
$$;
