-- Members who edit a list see who else does, by presence on its private channel list:{id}.
create function private.takes_part_in_channel(topic text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select auth.uid() is not null and topic like 'list:%' and (
      exists (select from public.lists where id = substr(topic, 6) and author_id = auth.uid())
      or exists (select from public.list_members where list_id = substr(topic, 6) and member_id = auth.uid())
    )
  $$;
comment on function private.takes_part_in_channel is 'True for the owner and the members of the list that a channel belongs to.';
grant execute on function private.takes_part_in_channel to authenticated;

create policy "members see who edits their list" on realtime.messages for select to authenticated
  using (extension = 'presence' and (select private.has_valid_session()) and private.takes_part_in_channel(realtime.topic()));
create policy "members show that they edit their list" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select private.has_valid_session()) and private.takes_part_in_channel(realtime.topic()));
