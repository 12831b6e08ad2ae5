-- Reviews: one per member and spot.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  spot_id text not null references public.spots (id) on delete cascade,
  author_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  rating smallint not null,
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reviews_spot_id_author_id_key unique (spot_id, author_id),
  constraint reviews_rating_check check (rating between 1 and 5),
  constraint reviews_body_check check (length(body) <= 4000)
);
create index reviews_spot_id_idx on public.reviews (spot_id, created_at desc);
create index reviews_author_id_idx on public.reviews (author_id, created_at desc);
alter table public.reviews enable row level security;
create policy "members are not banned and have used their second factor" on public.reviews as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read reviews of spots they may read" on public.reviews for select to anon, authenticated
  using (exists (select from public.spots where spots.id = spot_id));
create policy "members review what is published" on public.reviews for insert to authenticated
  with check (author_id = (select auth.uid()) and exists (
    select from public.spots where spots.id = spot_id and spots.status in ('published', 'closed')
  ));
create policy "authors change their review" on public.reviews for update to authenticated
  using (author_id = (select auth.uid())) with check (author_id = (select auth.uid()));
create policy "authors and moderators delete reviews" on public.reviews for delete to authenticated
  using (author_id = (select auth.uid()) or (
    (select private.is_moderator()) and exists (select from public.spots where spots.id = spot_id)
  ));
grant select on public.reviews to anon, authenticated;
grant insert (spot_id, author_id, rating, body) on public.reviews to authenticated;
grant update (rating, body) on public.reviews to authenticated;
grant delete on public.reviews to authenticated;
comment on table public.reviews is 'Ratings from 1 (skip it) to 5 (go now), with text. One per member and spot.';

create function private.tg_reviews__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op <> 'INSERT' then
    update public.spots set review_count = review_count - 1, rating_sum = rating_sum - old.rating where id = old.spot_id;
  end if;
  if tg_op <> 'DELETE' then
    update public.spots set review_count = review_count + 1, rating_sum = rating_sum + new.rating where id = new.spot_id;
  end if;
  return null;
end
$$;
create trigger _050_author before insert on public.reviews for each row execute function private.tg__ensure_author();
create trigger _300_touch before update on public.reviews for each row execute function private.tg__touch();
create trigger _500_count after insert or delete or update of rating on public.reviews
  for each row execute function private.tg_reviews__count();
create trigger _900_limit after insert on public.reviews
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
