-- Moderators remove photos, reviews and comments of others by a decision: with a reason, an entry in the log, and 30 days to
-- restore. Deleting their rows would leave no trace, so only authors may.
drop policy "authors and moderators delete comments" on public.comments;
create policy "authors delete their comments" on public.comments for delete to authenticated
  using (author_id = (select auth.uid()));
drop policy "authors keep comments that others answered" on public.comments;
create policy "authors keep comments that others answered" on public.comments as restrictive for delete to authenticated
  using (not private.has_replies(id));
drop policy "authors and moderators delete reviews" on public.reviews;
create policy "authors delete their reviews" on public.reviews for delete to authenticated
  using (author_id = (select auth.uid()));
drop policy "authors and moderators delete photos" on public.photos;
create policy "authors delete their photos" on public.photos for delete to authenticated
  using (author_id = (select auth.uid()));

-- The page of the thing knows its kind and id, not the entry in the log.
create function private.undo_removal(of_kind text, of_id text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  latest bigint;
begin
  perform private.require_moderator();
  select id into latest from private.moderation_log
  where target_kind = of_kind and target_id = of_id and action = 'removed' and actor_id = auth.uid() order by id desc limit 1;
  perform private.undo_decision(latest);
end
$$;
create function public.undo_removal(kind text, id text) returns void
  language sql volatile set search_path = '' return private.undo_removal(kind, id);
comment on function public.undo_removal is
  'Moderators: undoes their own latest removal of something within ten seconds, before anyone was notified.';

-- Deleting a comment deletes the replies of others with it, so one with replies keeps its row, but not its text.
create or replace function private.delete_removed_content() returns integer
  language sql volatile security definer set search_path = ''
  as $$
    with photos as (
      delete from public.photos where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), reviews as (
      delete from public.reviews where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), comments as (
      delete from public.comments where removal_reason is not null and hidden_at < now() - interval '30 days'
        and not private.has_replies(id) returning 1
    ), emptied as (
      update public.comments set body = 'Removed.'
      where removal_reason is not null and hidden_at < now() - interval '30 days' and private.has_replies(id) and body <> 'Removed.'
    ), items as (
      delete from public.moderation_items where decided_at < now() - interval '1 day' returning 1
    )
    select (select count(*) from photos)::integer + (select count(*) from reviews)::integer + (select count(*) from comments)::integer
  $$;

grant execute on function
  private.undo_removal,
  public.undo_removal
to authenticated;
