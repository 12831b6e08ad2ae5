-- Members suggest edits of spots that others have marked. The author decides field by field. What the author leaves
-- unanswered for a week, what has no author, and duplicates are for the moderators.
create type public.suggestion_kind as enum ('edit', 'closed', 'moved', 'duplicate');

create type public.suggestion_status as enum ('open', 'accepted', 'declined');

create table public.suggestions (
  id bigint generated always as identity primary key,
  spot_id text not null references public.spots (id) on delete cascade,
  author_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  kind public.suggestion_kind not null default 'edit',
  changes jsonb not null default '{}',
  duplicate_of text references public.spots (id) on delete cascade,
  reason text not null default '',
  status public.suggestion_status not null default 'open',
  decisions jsonb not null default '{}',
  answer text not null default '',
  decided_by uuid references public.users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint suggestions_changes_check check (
    jsonb_typeof(changes) = 'object' and (changes <> '{}') = (duplicate_of is null) and octet_length(changes::text) <= 100000
  ),
  constraint suggestions_duplicate_of_check check ((kind = 'duplicate') = (duplicate_of is not null) and duplicate_of <> spot_id),
  constraint suggestions_reason_check check (length(reason) <= 1000),
  constraint suggestions_answer_check check (length(answer) <= 1000),
  constraint suggestions_decisions_check check (jsonb_typeof(decisions) = 'object')
);
create unique index suggestions_open_key on public.suggestions (spot_id, author_id, kind) where status = 'open';
create index suggestions_spot_id_idx on public.suggestions (spot_id, id desc);
create index suggestions_author_id_idx on public.suggestions (author_id, status);
create index suggestions_duplicate_of_idx on public.suggestions (duplicate_of) where duplicate_of is not null;
create index suggestions_decided_by_idx on public.suggestions (decided_by) where decided_by is not null;
create index suggestions_waiting_idx on public.suggestions (created_at, id) where status = 'open';
alter table public.suggestions enable row level security;
create policy "members are not banned and have used their second factor" on public.suggestions as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "senders, authors of the spot and moderators read suggestions" on public.suggestions for select to authenticated
  using (
    exists (
      select from public.spots where spots.id = spot_id and (
        suggestions.author_id = (select auth.uid())
        or spots.author_id = (select auth.uid()) and kind <> 'duplicate'
          and not suggestions.author_id = any ((select private.list_blocked())::uuid[])
        or (select private.is_moderator())
      )
    )
    and (duplicate_of is null or exists (select from public.spots where spots.id = duplicate_of))
  );
create policy "senders take back open suggestions" on public.suggestions for delete to authenticated
  using (author_id = (select auth.uid()) and status = 'open');
grant select, delete on public.suggestions to authenticated;
-- The page of a spot counts them for visitors too, who find none.
grant select on public.suggestions to anon;
insert into private.write_limits (table_name, per_hour) values ('suggestions', 60);
comment on table public.suggestions is
  'Changes that members suggest for spots of others. Written by functions only. A member has at most one open suggestion of a kind for a spot.';
comment on column public.suggestions.changes is '{field: {from, to}}, with from as it was when the suggestion was sent.';
comment on column public.suggestions.duplicate_of is 'The other spot that shows the same place.';
comment on column public.suggestions.decisions is
  '{field: {verdict, seen}} of the fields decided so far: accept or decline, and the value that the spot had then.';
comment on column public.suggestions.answer is 'What the author wrote with the decision.';
create trigger _900_limit after insert or update of changes on public.suggestions
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

-- Positions of an area spot are in no suggestion, as they are in no revision.
create function private.tg_spots__hide_suggested_points() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.suggestions where spot_id = new.id and changes ?| array['lng', 'lat'] and changes - 'lng' - 'lat' = '{}';
  update public.suggestions set changes = changes - 'lng' - 'lat', decisions = decisions - 'lng' - 'lat'
    where spot_id = new.id and changes ?| array['lng', 'lat'];
  return null;
end
$$;
create trigger _540_hide_suggested_points after update of precision on public.spots
  for each row when (new.precision = 'area' and old.precision = 'exact')
  execute function private.tg_spots__hide_suggested_points();

create function private.check_suggested_values(wanted jsonb) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if wanted ? 'title' and length(btrim(coalesce(wanted ->> 'title', ''))) not between 1 and 200 then
    raise sqlstate 'PT400' using message = 'Enter a title of at most 200 characters.';
  end if;
  if wanted ? 'category' and not exists (select from public.categories where id = wanted ->> 'category') then
    raise sqlstate 'PT400' using message = 'Choose one of the categories.';
  end if;
  if wanted ? 'tags' and (jsonb_typeof(wanted -> 'tags') <> 'array'
    or not private.is_tag_list(array(select jsonb_array_elements_text(wanted -> 'tags')))) then
    raise sqlstate 'PT400' using message = 'Use at most 12 tags of at most 32 characters.';
  end if;
  if wanted ? 'description' and coalesce(length(wanted ->> 'description'), 10001) > 10000 then
    raise sqlstate 'PT400' using message = 'Use at most 10,000 characters for the description.';
  end if;
  if length(wanted ->> 'address') not between 1 and 300 then
    raise sqlstate 'PT400' using message = 'Use at most 300 characters for the address.';
  end if;
  if length(wanted ->> 'website') > 2000 or wanted ->> 'website' !~* '^https?://[^\s/]+' then
    raise sqlstate 'PT400' using message = 'Enter the whole address of the website, with https://.';
  end if;
  if wanted ? 'access' and not coalesce(wanted ->> 'access' = any (enum_range(null::public.spot_access)::text[]), false) then
    raise sqlstate 'PT400' using message = 'Choose one of the conditions of entry.';
  end if;
  if wanted ?| array['lng', 'lat'] and not coalesce(jsonb_typeof(wanted -> 'lng') = 'number' and jsonb_typeof(wanted -> 'lat') = 'number'
    and (wanted ->> 'lng')::numeric between -180 and 180 and (wanted ->> 'lat')::numeric between -90 and 90, false) then
    raise sqlstate 'PT400' using message = 'Enter a position.';
  end if;
  if wanted ? 'status' and not coalesce(wanted ->> 'status' in ('published', 'closed'), false) then
    raise sqlstate 'PT400' using message = 'A spot is either open or closed for good.';
  end if;
end
$$;
comment on function private.check_suggested_values is 'Raises PT400 for values that the constraints of spots would reject once the suggestion is accepted.';

-- Runs as the owner, because members may not write suggestions. The caller has checked that the member may see the spot.
create function private.save_suggestion(
  spot public.spots, of_kind public.suggestion_kind, wanted_changes jsonb, other_spot text, why text
) returns bigint
  language plpgsql volatile security definer set search_path = ''
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
    perform private.notify(spot.author_id, 'suggestion', spot.id, null, btrim(why));
  end if;
  return made;
end
$$;

create function public.send_suggestion(
  spot_id text, wanted jsonb default '{}', seen jsonb default '{}', kind public.suggestion_kind default 'edit',
  reason text default '', duplicate_of text default null, link_secret text default null
) returns bigint
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_variable
declare
  spot public.spots;
  now_shown jsonb;
  changes jsonb;
  fields text[] := case kind when 'closed' then array['status'] when 'moved' then array['address']
    else array['title', 'category', 'tags', 'description', 'address', 'website', 'access'] end;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Sign up or sign in to suggest a change.';
  end if;
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into spot from public.spots where spots.id = send_suggestion.spot_id and spots.status in ('published', 'closed');
  if spot.id is null then
    raise sqlstate 'PT404' using message = 'Spot not found.';
  end if;
  if length(reason) > 1000 then
    raise sqlstate 'PT400' using message = 'Use at most 1,000 characters for the reason.';
  end if;
  if kind = 'duplicate' then
    if send_suggestion.duplicate_of is null or send_suggestion.duplicate_of = spot.id or not exists (
      select from public.spots as other where other.id = send_suggestion.duplicate_of and other.status in ('published', 'closed')
    ) then
      raise sqlstate 'PT400' using message = 'Choose the other spot that shows the same place.';
    end if;
    return private.save_suggestion(spot, kind, '{}', send_suggestion.duplicate_of, reason);
  end if;
  if spot.author_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'You marked this spot yourself. Edit it instead.';
  end if;
  if wanted ?| array['lng', 'lat'] then
    if spot.precision = 'area' then
      raise sqlstate 'PT400' using message = 'This spot shows only an area, so another position cannot be suggested.';
    end if;
    if kind <> 'closed' then
      fields := fields || array['lng', 'lat'];
    end if;
  end if;
  perform private.check_suggested_values(wanted);
  now_shown := to_jsonb(spot);
  changes := private.changed_fields(now_shown, now_shown || wanted, fields);
  if changes = '{}' then
    raise sqlstate 'PT400' using message = 'Change something first.';
  end if;
  if exists (
    select from jsonb_each(seen) as known (field, value) where changes ? field and now_shown -> field is distinct from value
  ) then
    raise sqlstate 'PT409' using message = 'The spot changed meanwhile. Look at both versions and send again.';
  end if;
  return private.save_suggestion(spot, kind, changes, null, reason);
end
$$;
comment on function public.send_suggestion is
  'Suggests changes of somebody else''s spot and returns the id of the suggestion. wanted holds the new values, seen the values that '
  'the member saw: PT409 if one has changed since. Kinds: edit; closed with {status}; moved with {lng, lat, address}; duplicate with '
  'duplicate_of. An open suggestion of the same kind is replaced.';

grant execute on function
  private.changed_fields,
  private.check_suggested_values,
  private.save_suggestion,
  public.send_suggestion
to authenticated;
