-- What runs with the owner's rights stays out of the schema that the API serves.
alter function public.refresh_statistics() set schema private;
comment on function private.refresh_statistics is
  'Counts anew when the counts are older than fifty times what the last count took. Tells whether it did.';

create function public.refresh_statistics() returns boolean
  language sql volatile set search_path = ''
  as $$ select private.refresh_statistics() $$;
comment on function public.refresh_statistics is 'Chore of the server: brings the counts of the start page up to date. Tells whether it had to.';

revoke execute on function private.refresh_statistics, public.refresh_statistics from public, anon, authenticated;
grant execute on function private.refresh_statistics, public.refresh_statistics to service_role;
