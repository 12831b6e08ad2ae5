-- A moderator who never marked anything has no profile row yet, and neither may somebody who reports: what they do names them.
create function private.tg__ensure_actor() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null and not exists (select from public.users where id = auth.uid()) then
    perform private.ensure_profile(auth.uid());
  end if;
  return new;
end
$$;
comment on function private.tg__ensure_actor() is 'Whoever asks has a profile row before a row that names him is written.';

create trigger _050_actor before insert on public.revisions for each row execute function private.tg__ensure_actor();
create trigger _050_actor before insert or update of status on public.reports for each row execute function private.tg__ensure_actor();
create trigger _050_actor before insert on public.notifications for each row execute function private.tg__ensure_actor();

revoke execute on all functions in schema private from public;
