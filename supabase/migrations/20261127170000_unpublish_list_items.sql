-- Everyone subscribed to a table receives the primary keys of deleted rows, because RLS policies cannot be evaluated for
-- rows that are gone. The key of this table says which spot was on which list, also of private lists. Pages follow
-- list_changes, whose key is a number.
alter publication supabase_realtime drop table public.list_items;
