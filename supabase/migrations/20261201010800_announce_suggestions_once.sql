-- The author of a spot got a second notification when a suggestion was sent twice, or changed at once.
create or replace function private.save_suggestion(spot public.spots, of_kind public.suggestion_kind, wanted_changes jsonb, other_spot text, why text)
  returns bigint
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  made bigint;
begin
  perform private.ensure_profile(auth.uid());
  insert into public.suggestions (spot_id, author_id, kind, changes, duplicate_of, reason)
  values (spot.id, auth.uid(), of_kind, wanted_changes, other_spot, btrim(why))
  on conflict (spot_id, author_id, kind) where status = 'open' do update set
    changes = excluded.changes, duplicate_of = excluded.duplicate_of, reason = excluded.reason, decisions = '{}', created_at = now()
  returning id into made;
  if of_kind <> 'duplicate' and not private.is_blocked(spot.author_id, auth.uid()) then
    update public.notifications set text = btrim(why)
    where suggestion_id = made and kind = 'suggestion' and read_at is null and created_at > now() - interval '1 hour';
    if not found then
      perform private.notify(spot.author_id, 'suggestion', spot.id, null, btrim(why), about_suggestion => made);
    end if;
  end if;
  return made;
end
$$;
