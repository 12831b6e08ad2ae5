-- Deleting an account: what was shared stays on the map without a name, what was never shared goes.
create function private.tg_users__release() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.spots where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.posts where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.spot_exact_points where spot_id in (select id from public.spots where author_id = old.id);
  return old;
end
$$;
create trigger _100_release before delete on public.users for each row execute function private.tg_users__release();
revoke execute on all functions in schema private from public;
