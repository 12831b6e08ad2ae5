-- Apps add their tables to supabase_realtime. The other publication carries broadcasts that were sent from SQL. It names the
-- partitioned table in place of its partitions.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  create publication supabase_realtime_messages_publication for table realtime.messages
    with (publish = 'insert', publish_via_partition_root = true);
end
$$;
