-- Changes of a partitioned table carry the name of that table, to which clients subscribe, and not of the partition.
-- Another role may own the publication, and then decides about it.
do $$
begin
  alter publication supabase_realtime set (publish_via_partition_root = true);
exception
  when insufficient_privilege then null;
end
$$;
