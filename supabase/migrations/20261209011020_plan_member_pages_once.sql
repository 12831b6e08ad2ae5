-- These functions read tables whose policies have many subplans. PostgreSQL planned some of their statements again at each call,
-- and all of them five times on each new connection, because a plan for the given arguments looked a little cheaper. The
-- statements find rows by an id through an index, so one plan suits all arguments.
alter function public.account_page(text) set plan_cache_mode = force_generic_plan;
alter function public.list_page(text, text, integer) set plan_cache_mode = force_generic_plan;
alter function public.mark_notifications_read(bigint[], bigint) set plan_cache_mode = force_generic_plan;
alter function public.own_lists() set plan_cache_mode = force_generic_plan;
alter function public.post_page(text, text) set plan_cache_mode = force_generic_plan;
