-- Photos of stories, which reach the moderators now, could not be moved to a spot: the database rejected it in its own words.
create or replace function private.move_reported(of_kind text, of_id text, to_spot text)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  target record;
  here public.spots;
  there public.spots;
  entry bigint;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if of_kind not in ('photo', 'review') then
    raise sqlstate 'PT400' using message = 'Only photos and reviews can be moved to another spot.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(of_kind || ':' || of_id, 12));
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to moderate. It may have been deleted or made private.';
  end if;
  if target.status = 'removed' or not exists (
    select from public.moderation_items as item
    where item.queue = 'reports' and item.kind = of_kind and item.target_id = of_id and item.decided_at is null) then
    return jsonb_build_object('log_id', null, 'decided', private.last_decision(of_kind, of_id));
  end if;
  select * into here from public.spots where id = target.spot_id;
  if here.id is null then
    raise sqlstate 'PT400' using message = 'This photo belongs to a story, so it has no spot to be moved from.';
  end if;
  select * into there from public.spots where id = to_spot and status in ('published', 'closed') and visibility <> 'private';
  if there.id is null or there.id = here.id then
    raise sqlstate 'PT400' using message = 'Choose another spot that is on the map.';
  end if;
  if there.visibility = 'link' or there.visibility < here.visibility then
    raise sqlstate 'PT400' using message = 'Other people would see it there. Choose a spot that the same people see.';
  end if;
  if of_kind = 'photo' and exists (select from public.photos where id = of_id::uuid and review_id is not null) then
    raise sqlstate 'PT400' using message = 'This photo belongs to a review. Move the review.';
  end if;
  if of_kind = 'review' then
    delete from public.reviews where spot_id = there.id and author_id = target.author_id and deleted_at is not null;
    if exists (select from public.reviews where spot_id = there.id and author_id = target.author_id) then
      raise sqlstate 'PT409' using message = 'Its author has a review there already.';
    end if;
  end if;
  entry := private.log_moderation('moved', of_kind, of_id, target.title, 'To ' || there.title, target.author_id,
    jsonb_build_object('was', target.status, 'was_hidden', target.is_hidden, 'from_spot', here.id,
      'was_cover', coalesce(here.cover_photo_id::text = of_id, false)));
  if target.is_hidden then
    perform private.set_moderated_status(of_kind, of_id, 'published', null, true);
  end if;
  perform private.move_contribution(of_kind, of_id::uuid, there.id);
  perform private.resolve_reports(entry, of_kind, of_id, 'resolved',
    format('The %s you reported was moved to the right spot. Thank you.', of_kind));
  perform private.sync_report_item(of_kind, of_id);
  perform private.hold_notice(entry, target.author_id, 'moved', there.id, null, format('Your %s was on “%s”.', of_kind, here.title));
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$$;
