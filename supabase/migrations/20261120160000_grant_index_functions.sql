-- Functions inside an index are executed by whoever writes the row, so members need them to publish a spot.
grant execute on function private.score_bucket, private.get_sample_number to anon, authenticated, service_role;
