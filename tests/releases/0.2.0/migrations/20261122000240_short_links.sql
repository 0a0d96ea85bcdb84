-- Links that an earlier release mailed hold the hash of six digits, which can be guessed. They no longer open anything,
-- and people who wait for one ask for another. A hosted project keeps its links elsewhere, where they expire within an
-- hour.
do $$ begin
  if to_regclass('auth.one_time_tokens') is not null then return; end if;
  update auth.users set confirmation_token = null, recovery_token = null, email_change_token_new = null,
    email_change_token_current = null, reauthentication_token = null
  where num_nonnulls(confirmation_token, recovery_token, email_change_token_new, email_change_token_current,
    reauthentication_token) > 0;
end $$;
