-- The services cache for a few seconds whether the session of a connected app exists. This ends it at once.
set local role supabase_auth_admin;

create function auth.announce_ended_app_session() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  notify app_sessions;
  return null;
end
$$;
revoke execute on function auth.announce_ended_app_session() from public;

create trigger announce_ended_app_session after delete on auth.sessions for each row
  when (old.oauth_client_id is not null)
  execute function auth.announce_ended_app_session();
create trigger announce_ended_app_session after update of deleted_at on auth.oauth_clients for each row
  when (new.deleted_at is not null)
  execute function auth.announce_ended_app_session();
reset role;
