-- Undoing the move of a photo or review gave the error of a foreign key or unique index when the photo, the review or the spot
-- that it came from was deleted since, or when the author of the review had written another one there.
create function private.undo_move(entry private.moderation_log) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  from_spot constant text := entry.details ->> 'from_spot';
begin
  if (private.find_moderated(entry.target_kind, entry.target_id)).id is null
    or not exists (select from public.spots where id = from_spot) then
    raise sqlstate 'PT409' using message = format('The %s or its spot was deleted or made private in the meantime, so the move cannot be undone.',
      entry.target_kind);
  end if;
  if entry.target_kind = 'review' then
    delete from public.reviews where spot_id = from_spot and author_id = entry.author_id and deleted_at is not null;
    if exists (select from public.reviews where spot_id = from_spot and author_id = entry.author_id) then
      raise sqlstate 'PT409' using message = 'The author has written another review there in the meantime, so the move cannot be undone.';
    end if;
  end if;
  perform private.move_contribution(entry.target_kind, entry.target_id::uuid, from_spot);
  update public.spots set cover_photo_id = entry.target_id::uuid where id = from_spot and (entry.details ->> 'was_cover')::boolean;
end
$$;
comment on function private.undo_move(private.moderation_log) is 'Moves a photo or review back to the spot where it was reported. Raises PT409 if that is not possible.';
create or replace function private.undo_decision(of_log bigint)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  entry private.moderation_log;
  was public.publication_status;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select * into entry from private.moderation_log where id = of_log;
  if entry.id is null or entry.action not in ('approved', 'removed', 'kept', 'moved', 'asked', 'warned', 'suspended',
    'banned', 'lifted-ban', 'trusted', 'untrusted', 'changed-role') or entry.actor_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'Nothing found to undo.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(entry.target_kind || ':' || entry.target_id, 12));
  if entry.created_at < now() - interval '11 seconds' then
    raise sqlstate 'PT409' using message = 'The time to undo is over. What was removed can be restored from the log for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = entry.target_kind and target_id = entry.target_id and id > entry.id
    and action <> 'trusted') then
    raise sqlstate 'PT409' using message = 'Something else was decided about this in the meantime.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  if entry.action = 'moved' then
    perform private.undo_move(entry);
  end if;
  if entry.action in ('approved', 'removed', 'kept', 'moved') then
    was := (entry.details ->> 'was')::public.publication_status;
    if (entry.details ->> 'was_hidden')::boolean then
      if entry.target_kind in ('spot', 'post') then
        insert into private.hidden_items (kind, target_id, was) values (entry.target_kind, entry.target_id, was);
      end if;
      was := 'pending';
    end if;
    if entry.target_kind <> 'member' then
      perform private.set_moderated_status(entry.target_kind, entry.target_id, was, null, false);
    end if;
    perform private.delay_news(entry.target_id, true, entry.created_at);
    update public.reports set status = 'open', resolution = null
    where resolved_at = entry.created_at and private.report_target(reports) = (entry.target_kind, entry.target_id);
    perform private.sync_report_item(entry.target_kind, entry.target_id);
    update private.member_standings set is_trusted = false where user_id = entry.author_id and updated_at = entry.created_at and not is_trust_set;
  elsif entry.action = 'asked' then
    update public.moderation_items set asked_at = null where kind = entry.target_kind and target_id = entry.target_id;
  elsif entry.action = 'warned' then
    update private.member_standings set warning_count = greatest(0, warning_count - 1) where user_id = entry.author_id;
  else
    perform private.undo_member_act(entry);
  end if;
  perform private.log_moderation('undid', entry.target_kind, entry.target_id, entry.target_title, entry.action, entry.author_id);
end
$$;
