-- Moderators look at a reported photo before they decide, and its files follow its row.
alter policy "hidden ones are not shown" on public.photos using (hidden_at is null or (select private.is_moderator()));
