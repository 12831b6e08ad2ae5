-- What a sign-in at a provider must remember besides the columns of a hosted project.
set local role supabase_auth_admin;

alter table auth.oauth_client_states add column nonce text;
comment on column auth.oauth_client_states.nonce is 'What the ID token must repeat. A nonce that the app itself sent is kept as well.';

alter table auth.flow_state add column callback_at timestamptz;
comment on column auth.flow_state.callback_at is 'When the provider sent the browser back: a state works once.';
alter table auth.flow_state add column browser_hash text;
comment on column auth.flow_state.browser_hash is 'SHA-256 of the cookie of the browser that began the sign-in; only it may end one that hands out tokens.';
reset role;
