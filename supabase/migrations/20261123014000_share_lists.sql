-- Lists that members order, describe and make together. The owner of a list invites by link; editors change its items.
create type public.list_role as enum ('editor', 'viewer');
create type public.list_change_kind as enum ('added', 'removed', 'moved', 'note', 'details', 'joined', 'left');

-- Items: who added them, their order, and the date of a visit.
alter table public.list_items
  add column added_by uuid default auth.uid() references public.users (id) on delete set null,
  add column is_cover boolean not null default false,
  add column went_on date,
  add constraint list_items_went_on_check check (went_on between '1900-01-01' and '2200-01-01');
comment on column public.list_items.position is 'The place in the list, from 1. Only commands change it, one at a time per author.';
comment on column public.list_items.is_cover is
  'True for the spot whose picture is the cover of the list. On the item, because a column of the list would name a hidden spot.';
comment on column public.list_items.went_on is 'The day of the visit, on "Been there".';
-- No screen could write notes until now.
update public.list_items set note = left(note, 280) where length(note) > 280;
alter table public.list_items drop constraint list_items_note_check;
alter table public.list_items add constraint list_items_note_check check (length(note) <= 280);
update public.list_items set position = placed.place, added_by = placed.author_id
from (
  select list_id, spot_id, author_id,
    row_number() over (partition by list_id order by position, list_items.created_at, spot_id) as place
  from public.list_items join public.lists on lists.id = list_id
) as placed
where list_items.list_id = placed.list_id and list_items.spot_id = placed.spot_id;
create index list_items_position_idx on public.list_items (list_id, position);
create index list_items_added_by_idx on public.list_items (added_by) where added_by is not null;
create unique index list_items_cover_key on public.list_items (list_id) where is_cover;
revoke insert (position), update (position) on public.list_items from authenticated;
grant insert (went_on), update (went_on) on public.list_items to authenticated;

create table public.list_members (
  list_id text not null references public.lists (id) on delete cascade,
  member_id uuid not null references public.users (id) on delete cascade,
  role public.list_role not null,
  created_at timestamptz not null default now(),
  constraint list_members_pkey primary key (list_id, member_id)
);
create index list_members_member_id_idx on public.list_members (member_id);
alter table public.list_members enable row level security;
comment on table public.list_members is 'Members who make a list together with its owner. They join by invitation.';
comment on column public.list_members.role is 'Editors change items and notes. Viewers read the list even while it is private.';

create table public.list_invitations (
  id uuid primary key default gen_random_uuid(),
  list_id text not null references public.lists (id) on delete cascade,
  role public.list_role not null,
  token_hash bytea not null,
  use_count integer not null default 0,
  max_uses integer not null default 5,
  expires_at timestamptz not null default now() + interval '14 days',
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint list_invitations_token_hash_key unique (token_hash),
  constraint list_invitations_use_count_check check (use_count between 0 and max_uses),
  constraint list_invitations_max_uses_check check (max_uses between 1 and 50)
);
create index list_invitations_list_id_idx on public.list_invitations (list_id, created_at);
alter table public.list_invitations enable row level security;
comment on table public.list_invitations is 'Links that let members join a list. Their owner reads them without the token, of which only a hash is stored.';

create table public.list_changes (
  id bigint generated always as identity primary key,
  list_id text not null references public.lists (id) on delete cascade,
  actor_id uuid references public.users (id) on delete set null,
  kind public.list_change_kind not null,
  spot_id text references public.spots (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index list_changes_list_id_idx on public.list_changes (list_id, id desc);
create index list_changes_actor_id_idx on public.list_changes (actor_id) where actor_id is not null;
create index list_changes_spot_id_idx on public.list_changes (spot_id) where spot_id is not null;
alter table public.list_changes enable row level security;
comment on table public.list_changes is 'Who changed what on a list, the latest 200 changes of each. Open pages of the list follow it.';

create table private.list_uses (
  member_id uuid not null references public.users (id) on delete cascade,
  list_id text not null references public.lists (id) on delete cascade,
  used_at timestamptz not null default now(),
  constraint list_uses_pkey primary key (member_id, list_id)
);
create index list_uses_list_id_idx on private.list_uses (list_id);
alter table private.list_uses enable row level security;
comment on table private.list_uses is 'When a member last saved to a list. "Save" uses the latest one.';
insert into private.list_uses (member_id, list_id, used_at)
select author_id, list_id, max(list_items.created_at) from public.list_items join public.lists on lists.id = list_id
where kind <> 'been' group by author_id, list_id;

create table private.deleted_lists (
  id text primary key,
  author_id uuid not null references public.users (id) on delete cascade,
  content jsonb not null,
  items jsonb not null,
  members jsonb not null,
  secret text,
  deleted_at timestamptz not null default now()
);
create index deleted_lists_author_id_idx on private.deleted_lists (author_id);
create index deleted_lists_deleted_at_idx on private.deleted_lists (deleted_at);
alter table private.deleted_lists enable row level security;
comment on table private.deleted_lists is 'Lists that their owners can still restore, for a day.';

insert into private.write_limits (table_name, per_hour) values
  ('list_items', 2000), ('list_members', 60), ('list_invitations', 60);

-- Runs as the owner, because policies of lists and list_members would otherwise call each other.
create function private.shared_list_ids() returns setof text
  language sql stable security definer set search_path = ''
  as $$ select list_id from public.list_members where member_id = auth.uid() $$;
comment on function private.shared_list_ids is 'The lists of others that the caller takes part in.';

create function private.edited_list_ids() returns setof text
  language sql stable security definer set search_path = ''
  as $$
    select id from public.lists where author_id = auth.uid()
    union all
    select list_id from public.list_members where member_id = auth.uid() and role = 'editor'
  $$;
comment on function private.edited_list_ids is 'The lists whose items the caller may change.';

create function private.may_edit_list(of_list text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select auth.uid() is not null and private.has_valid_session() and (
      exists (select from public.lists where id = of_list and author_id = auth.uid())
      or exists (select from public.list_members where list_id = of_list and member_id = auth.uid() and role = 'editor')
    )
  $$;
comment on function private.may_edit_list is 'True for the owner and the editors of a list.';

drop policy "people read what its visibility allows" on public.lists;
create policy "people read what its visibility allows or what they share" on public.lists for select to anon, authenticated
  using (
    private.may_read(
      visibility, 'published', author_id, (select auth.uid()), (select auth.uid() is not null), (select private.is_moderator()),
      id = (select private.linked_list_id())
    )
    or id in (select private.shared_list_ids())
  );

drop policy "members put spots on their lists" on public.list_items;
drop policy "members change items of their lists" on public.list_items;
drop policy "members take spots off their lists" on public.list_items;
create policy "editors put spots on lists" on public.list_items for insert to authenticated
  with check (private.may_edit_list(list_id) and exists (select from public.spots where spots.id = spot_id));
create policy "editors change items" on public.list_items for update to authenticated
  using (list_id in (select private.edited_list_ids()));
create policy "editors take spots off lists" on public.list_items for delete to authenticated
  using (list_id in (select private.edited_list_ids()));

create policy "members are not banned and have used their second factor" on public.list_members as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read the editors of lists, members also the viewers of theirs" on public.list_members for select to anon, authenticated
  using (
    exists (select from public.lists where lists.id = list_id)
    and (role = 'editor' or list_id in (select private.edited_list_ids()) or list_id in (select private.shared_list_ids()))
  );
create policy "owners change roles" on public.list_members for update to authenticated
  using (exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid())));
create policy "owners remove members, who may also leave" on public.list_members for delete to authenticated
  using (
    member_id = (select auth.uid())
    or exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid()))
  );
grant select on public.list_members to anon, authenticated;
grant update (role) on public.list_members to authenticated;
grant delete on public.list_members to authenticated;

create policy "members are not banned and have used their second factor" on public.list_invitations as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "owners read the invitations to their lists" on public.list_invitations for select to authenticated
  using (exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid())));
create policy "owners revoke invitations" on public.list_invitations for update to authenticated
  using (exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid())));
grant select (id, list_id, role, use_count, max_uses, expires_at, revoked_at, created_at) on public.list_invitations
  to anon, authenticated;
grant update (revoked_at) on public.list_invitations to authenticated;

create policy "members are not banned and have used their second factor" on public.list_changes as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read changes of lists they take part in, about spots they may see" on public.list_changes
  for select to authenticated
  using (
    (list_id in (select private.edited_list_ids()) or list_id in (select private.shared_list_ids()))
    and (spot_id is null or exists (select from public.spots where spots.id = spot_id))
  );
grant select on public.list_changes to anon, authenticated;

-- Revoked invitations stay revoked.
create function private.tg_list_invitations__revoke() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.revoked_at := case when new.revoked_at is null then null else coalesce(old.revoked_at, now()) end;
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
  end if;
  return new;
end
$$;
create trigger _100_revoke before update of revoked_at on public.list_invitations
  for each row execute function private.tg_list_invitations__revoke();
create trigger _900_limit after insert on public.list_invitations
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
create trigger _900_limit after insert on public.list_members
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
create trigger _900_limit after insert on public.list_items
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

create function private.log_list_change(of_list text, kind public.list_change_kind, about_spot text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.list_changes (list_id, actor_id, kind, spot_id)
    select lists.id, auth.uid(), log_list_change.kind, about_spot from public.lists where lists.id = of_list and lists.kind = 'own'
  $$;
comment on function private.log_list_change is 'Records who changed a list of a member''s own.';

create function private.tg_list_changes__trim() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.list_changes using (select distinct list_id from added) as touched
  where list_changes.list_id = touched.list_id and list_changes.id < (
    select min(id) from (
      select id from public.list_changes as kept where kept.list_id = touched.list_id order by id desc limit 200
    ) as latest
  );
  return null;
end
$$;
create trigger _900_trim after insert on public.list_changes
  referencing new table as added for each statement execute function private.tg_list_changes__trim();

-- Every change of items first locks the author of the list, also that of counters (tg_list_items__count). So positions are
-- unique, and nobody waits in the other order.
create function private.lock_list_author(of_list text) returns void
  language sql volatile security definer set search_path = ''
  as $$ select from public.users where id = (select author_id from public.lists where lists.id = of_list) for no key update $$;

create function private.tg_list_items__place() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.lock_list_author(new.list_id);
  if new.added_by is not null then
    perform private.ensure_profile(new.added_by);
  end if;
  new.position := coalesce((select max(position) from public.list_items where list_id = new.list_id), 0) + 1;
  return new;
end
$$;
comment on function private.tg_list_items__place is 'Puts new items at the end.';
create trigger _300_place before insert on public.list_items
  for each row execute function private.tg_list_items__place();

create function private.tg_list_items__log() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item public.list_items := case when tg_op = 'DELETE' then old else new end;
begin
  update public.lists set updated_at = now() where id = item.list_id;
  -- A spot that is being deleted takes its items with it.
  if auth.uid() is not null and exists (select from public.spots where id = item.spot_id) then
    perform private.log_list_change(item.list_id,
      case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'note' end::public.list_change_kind, item.spot_id);
  end if;
  if tg_op = 'INSERT' and item.added_by is not null and item.added_by = auth.uid() then
    insert into private.list_uses (member_id, list_id) select item.added_by, id from public.lists where id = item.list_id and kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp();
  end if;
  return null;
end
$$;
create trigger _600_log after insert or delete on public.list_items for each row execute function private.tg_list_items__log();
create trigger _600_log_note after update of note on public.list_items
  for each row when (new.note is distinct from old.note) execute function private.tg_list_items__log();

create function private.tg_lists__log() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.log_list_change(new.id, 'details', null);
  return null;
end
$$;
create trigger _600_log after update of title, description, visibility on public.lists for each row
  when ((new.title, new.description, new.visibility) is distinct from (old.title, old.description, old.visibility))
  execute function private.tg_lists__log();

create function private.tg_list_members__log() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_list_change(new.list_id, 'joined', null);
  else
    perform private.log_list_change(old.list_id, 'left', null);
    delete from private.list_uses where member_id = old.member_id and list_id = old.list_id;
  end if;
  return null;
end
$$;
create trigger _600_log after insert or delete on public.list_members for each row execute function private.tg_list_members__log();

-- Members who block each other no longer make lists together.
create function private.tg_blocks__part_lists() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.list_members using public.lists
  where lists.id = list_id
    and ((author_id = new.blocker_id and member_id = new.blocked_id) or (author_id = new.blocked_id and member_id = new.blocker_id));
  return null;
end
$$;
create trigger _500_part_lists after insert on public.blocks for each row execute function private.tg_blocks__part_lists();

alter publication supabase_realtime add table public.list_changes;

grant execute on function private.shared_list_ids, private.edited_list_ids to anon, authenticated;
grant execute on function private.may_edit_list to authenticated;
