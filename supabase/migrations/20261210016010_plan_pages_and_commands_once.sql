-- PostgreSQL planned the statements of these functions again in each of the first five calls of a connection, which took
-- 20 to 130 ms a call, and those of a city's page at every call. Each statement finds its rows by a key or an index,
-- whatever the arguments are.
alter function public.city_page(text, text) set plan_cache_mode = force_generic_plan;
alter function public.create_list(text, text, public.visibility, text) set plan_cache_mode = force_generic_plan;
alter function public.delete_spot(text) set plan_cache_mode = force_generic_plan;
alter function public.discussion_page(text, text, jsonb, text) set plan_cache_mode = force_generic_plan;
alter function public.find_merged_spot(text, text) set plan_cache_mode = force_generic_plan;
alter function public.find_story_spots(text, double precision, double precision) set plan_cache_mode = force_generic_plan;
alter function public.list_nearby_duplicates(double precision, double precision, text, text)
  set plan_cache_mode = force_generic_plan;
alter function public.list_nearest_spots(double precision, double precision, integer)
  set plan_cache_mode = force_generic_plan;
alter function public.list_stories(timestamp with time zone, text, text, boolean)
  set plan_cache_mode = force_generic_plan;
alter function public.mark_spot(text, public.list_kind, boolean) set plan_cache_mode = force_generic_plan;
alter function public.merge_page(text, text) set plan_cache_mode = force_generic_plan;
alter function public.notification_settings() set plan_cache_mode = force_generic_plan;
alter function public.people_settings() set plan_cache_mode = force_generic_plan;
alter function public.profile_page(text, text) set plan_cache_mode = force_generic_plan;
alter function public.save_chooser(text) set plan_cache_mode = force_generic_plan;
alter function public.save_review(text, smallint, text, uuid[]) set plan_cache_mode = force_generic_plan;
alter function public.spot_history_page(text, text, bigint) set plan_cache_mode = force_generic_plan;
alter function public.spot_suggestions(text, bigint) set plan_cache_mode = force_generic_plan;
alter function public.story_spots(text[]) set plan_cache_mode = force_generic_plan;
alter function public.suggestion_queue(timestamp with time zone, bigint) set plan_cache_mode = force_generic_plan;
alter function public.update_spot(text, jsonb, uuid[], text[]) set plan_cache_mode = force_generic_plan;
