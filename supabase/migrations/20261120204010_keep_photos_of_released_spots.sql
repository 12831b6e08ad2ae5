-- A member who leaves may leave what they shared on the map. A spot keeps its pictures then, as it keeps its words: without a name.
alter table public.photos alter column author_id drop not null;
alter table public.photos drop constraint photos_author_id_fkey;
alter table public.photos add constraint photos_author_id_fkey
  foreign key (author_id) references public.users (id) on delete set null;
comment on column public.photos.author_id is 'Null when the author''s account was deleted and the picture was left to its spot.';

-- Deleting an account: what was shared stays on the map without a name, what was never shared goes.
create or replace function private.tg_users__release() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.spots where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.posts where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.spot_exact_points where spot_id in (select id from public.spots where author_id = old.id);
  delete from public.photos where author_id = old.id and spot_id is null;
  return old;
end
$$;
revoke execute on all functions in schema private from public;
