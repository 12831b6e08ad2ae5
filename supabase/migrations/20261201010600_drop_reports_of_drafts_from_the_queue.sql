-- The queue of moderators kept reports that nobody can decide: of spots and stories that their authors took back as drafts, and
-- of photos of stories that became private.
create or replace function private.sync_reports_below(of_kind text, of_id text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.sync_report_item(target.kind, target.id)
    from (
      select distinct private.report_target(reports) as target from public.reports
      where status = 'open' and (
        (of_kind = 'spot' and (
          spot_id = of_id
          or photo_id in (select id from public.photos where photos.spot_id = of_id)
          or review_id in (select id from public.reviews where reviews.spot_id = of_id)
          or comment_id in (select id from public.comments where comments.spot_id = of_id)
        ))
        or (of_kind = 'post' and (
          post_id = of_id
          or photo_id in (select id from public.photos where photos.post_id = of_id)
          or comment_id in (select id from public.comments where comments.post_id = of_id)
        ))
      )
    ) as reported, lateral (select (reported.target).kind, (reported.target).id) as target
  $$;

create or replace function private.tg__sync_waiting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  of_kind constant text := case tg_table_name when 'spots' then 'spot' else 'post' end;
begin
  if tg_op = 'DELETE' then
    delete from public.moderation_items where kind = of_kind and target_id = old.id;
    delete from private.hidden_items where kind = of_kind and target_id = old.id;
    return null;
  end if;
  if new.visibility = 'private' then
    delete from public.moderation_items where kind = of_kind and target_id = new.id;
  elsif new.status = 'pending' and not private.is_hidden_by_reports(of_kind, new.id) then
    perform private.open_item('waiting', of_kind, new.id, new.author_id);
  else
    perform private.close_item('waiting', of_kind, new.id);
  end if;
  if tg_op = 'UPDATE' and (new.visibility is distinct from old.visibility or 'draft' in (old.status, new.status)) then
    perform private.sync_reports_below(of_kind, new.id);
  end if;
  return null;
end
$$;

do $$
begin
  perform private.sync_report_item(kind, target_id) from public.moderation_items where queue = 'reports' and decided_at is null;
end
$$;
