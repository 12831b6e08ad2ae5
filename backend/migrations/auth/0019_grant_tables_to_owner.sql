-- The owner of the database may read and write the tables above: triggers and functions of the app use them
-- (a member's own sessions, the profile of a new account). The tables of later files belong to the service alone.
set local role supabase_auth_admin;

grant all on all tables in schema auth to session_user;
grant all on all sequences in schema auth to session_user;
reset role;
