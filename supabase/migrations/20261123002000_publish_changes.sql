-- The tables whose changes open pages follow. Each has a primary key and RLS, which decides who receives a change. A hosted
-- project has the publication already.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table
  public.notifications, public.comments, public.reviews, public.spots, public.photos, public.list_items, public.reports;
