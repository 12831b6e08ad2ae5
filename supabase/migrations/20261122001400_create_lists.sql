-- Members' lists of spots. "Want to go" and "Been there" exist from the start.
create type public.list_kind as enum ('want', 'been', 'own');

create table public.lists (
  id text primary key default private.random_id(),
  author_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  kind public.list_kind not null default 'own',
  title text not null,
  description text not null default '',
  visibility public.visibility not null default 'private',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lists_title_check check (length(btrim(title)) between 1 and 120),
  constraint lists_description_check check (length(description) <= 2000)
);
create unique index lists_author_id_kind_key on public.lists (author_id, kind) where kind <> 'own';
create index lists_author_id_idx on public.lists (author_id, created_at);
alter table public.links add column list_id text references public.lists (id) on delete cascade;
alter table public.links add constraint links_list_id_key unique (list_id);
alter table public.links add constraint links_target_check check (num_nonnulls(spot_id, post_id, list_id) = 1);

create function private.linked_list_id() returns text
  language sql stable security definer set search_path = ''
  as $$ select list_id from public.links where secret = private.get_link_secret() and list_id is not null $$;
alter table public.lists enable row level security;
create policy "members are not banned and have used their second factor" on public.lists as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read what its visibility allows" on public.lists for select to anon, authenticated
  using (private.may_read(
    visibility, 'published', author_id, (select auth.uid()), (select auth.uid() is not null), (select private.is_moderator()),
    id = (select private.linked_list_id())
  ));
create policy "members create lists" on public.lists for insert to authenticated
  with check (author_id = (select auth.uid()) and kind = 'own');
create policy "members change their lists" on public.lists for update to authenticated
  using (author_id = (select auth.uid())) with check (author_id = (select auth.uid()));
create policy "members delete lists they made" on public.lists for delete to authenticated
  using (author_id = (select auth.uid()) and kind = 'own');
grant select on public.lists to anon, authenticated;
grant insert (author_id, title, description, visibility) on public.lists to authenticated;
grant update (title, description, visibility) on public.lists to authenticated;
grant delete on public.lists to authenticated;
comment on table public.lists is 'Lists of spots.';
comment on column public.lists.kind is 'want and been exist once per member; own lists are created by hand.';

create table public.list_items (
  list_id text not null references public.lists (id) on delete cascade,
  spot_id text not null references public.spots (id) on delete cascade,
  note text not null default '',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint list_items_pkey primary key (list_id, spot_id),
  constraint list_items_note_check check (length(note) <= 1000)
);
create index list_items_spot_id_idx on public.list_items (spot_id);
alter table public.list_items enable row level security;
create policy "members are not banned and have used their second factor" on public.list_items as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read items when they may read list and spot" on public.list_items for select to anon, authenticated
  using (exists (select from public.lists where lists.id = list_id) and exists (select from public.spots where spots.id = spot_id));
create policy "members put spots on their lists" on public.list_items for insert to authenticated
  with check (
    exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid()))
    and exists (select from public.spots where spots.id = spot_id)
  );
create policy "members change items of their lists" on public.list_items for update to authenticated
  using (exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid())));
create policy "members take spots off their lists" on public.list_items for delete to authenticated
  using (exists (select from public.lists where lists.id = list_id and lists.author_id = (select auth.uid())));
grant select on public.list_items to anon, authenticated;
grant insert (list_id, spot_id, note, position) on public.list_items to authenticated;
grant update (note, position) on public.list_items to authenticated;
grant delete on public.list_items to authenticated;
comment on table public.list_items is 'The spots of a list.';

-- A computed column of the API. A stored count would tell how many hidden spots a list contains.
create function public.item_count(list public.lists) returns bigint
  language sql stable set search_path = ''
  as $$ select count(*) from public.list_items where list_id = list.id $$;
comment on function public.item_count is 'How many spots of a list the caller may see.';
grant execute on function public.item_count to anon, authenticated;

create function private.tg_users__create_lists() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.lists (author_id, kind, title) values (new.id, 'want', 'Want to go'), (new.id, 'been', 'Been there');
  return null;
end
$$;
create trigger _500_lists after insert on public.users for each row execute function private.tg_users__create_lists();

-- save_count influences the rank of a spot. Each member counts once, however many of their lists contain the spot;
-- otherwise one member with a hundred lists would count a hundred times.
create function private.is_saved_elsewhere(of_member uuid, spot text, except_list text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.list_items join public.lists on lists.id = list_items.list_id
      where list_items.spot_id = spot and lists.author_id = of_member and lists.kind <> 'been' and lists.id <> except_list
    )
  $$;
comment on function private.is_saved_elsewhere is 'True if another list of a member contains a spot; "Been there" does not count.';

-- Runs before each row, because only then does the second row of a statement see the result of the first.
create function private.tg_list_items__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item public.list_items := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
  list public.lists;
begin
  select * into list from public.lists where id = item.list_id;
  if list.id is null then
    return item; -- the list is gone and has counted its items off
  end if;
  perform from public.users where id = list.author_id for no key update;
  if tg_op = 'INSERT' and exists (
    select from public.list_items where list_id = item.list_id and spot_id = item.spot_id
  ) then
    return item; -- it is there already, so nothing will be inserted
  end if;
  if list.kind = 'been' then
    update public.spots set been_count = been_count + step where id = item.spot_id;
  elsif not private.is_saved_elsewhere(list.author_id, item.spot_id, list.id) then
    update public.spots set save_count = save_count + step where id = item.spot_id;
  end if;
  return item;
end
$$;
comment on function private.tg_list_items__count is 'been_count counts "Been there" lists; save_count counts members who have the spot on another list.';
create trigger _500_count before insert or delete on public.list_items
  for each row execute function private.tg_list_items__count();

create function private.tg_lists__release_items() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Locks the member, so that two lists deleted at the same time count a spot only once.
  perform from public.users where id = old.author_id for no key update;
  if old.kind = 'been' then
    update public.spots set been_count = been_count - 1
      where id in (select spot_id from public.list_items where list_id = old.id);
  else
    update public.spots set save_count = save_count - 1
      where id in (select spot_id from public.list_items where list_id = old.id)
        and not private.is_saved_elsewhere(old.author_id, id, old.id);
  end if;
  return old;
end
$$;
comment on function private.tg_lists__release_items is 'Updates the counters of the items while the kind of the list is still known.';

create function private.tg_lists__keep_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.visibility = 'link' then
    insert into public.links (owner_id, list_id) values (new.author_id, new.id) on conflict (list_id) do nothing;
  else
    delete from public.links where list_id = new.id;
  end if;
  return null;
end
$$;
create trigger _050_author before insert on public.lists for each row execute function private.tg__ensure_author();
create trigger _100_release before delete on public.lists for each row execute function private.tg_lists__release_items();
create trigger _300_touch before update of title, description, visibility on public.lists
  for each row execute function private.tg__touch();
create trigger _510_link_insert after insert on public.lists
  for each row when (new.visibility = 'link') execute function private.tg_lists__keep_link();
create trigger _510_link_update after update of visibility on public.lists
  for each row when (new.visibility is distinct from old.visibility) execute function private.tg_lists__keep_link();
create trigger _900_limit after insert on public.lists
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

grant execute on function
  private.linked_list_id
to anon, authenticated;
