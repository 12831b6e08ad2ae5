-- Changes of a partitioned table bear its own name, to which clients subscribe, and not that of the partition. The publication may
-- have been created by someone else, who decides about it.
do $$
begin
  alter publication supabase_realtime set (publish_via_partition_root = true);
exception
  when insufficient_privilege then null;
end
$$;
