-- These calls may take longer than the 8 s of a signed-in user: what a device sends or fetches at once, and upkeep.
-- PostgreSQL ignores the setting of a function that already runs. PostgREST applies it to the whole request, and so
-- does the embedded backend. The most is 60 s, where Supabase's gateway ends a request.
alter function public.sync_push set statement_timeout = '60s';
alter function public.sync_pull set statement_timeout = '60s';
alter function public.sync_sums set statement_timeout = '60s';
alter function public.change_epoch set statement_timeout = '60s';
alter function public.collect_garbage set statement_timeout = '60s';
