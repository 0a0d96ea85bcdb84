-- Projects and installs of release 0.1.0 granted each new function to the service role. These functions serve a
-- signed-in user and refuse everybody else. A project that begins today grants them to nobody else.
revoke all on function public.create_account, public.get_or_create_default_account, public.sync_push, public.sync_pull, public.sync_heads,
  public.sync_sums, public.send_invitation, public.resend_invitation, public.invitation_mailed from service_role;
