-- SAML metadata of single sign-on providers, and SAML requests under way.
set local role supabase_auth_admin;

create table auth.saml_providers (
  id uuid constraint saml_providers_id_pkey primary key,
  sso_provider_id uuid not null constraint saml_providers_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  entity_id text not null constraint saml_providers_entity_id_key unique
    constraint saml_providers_entity_id_check check (char_length(entity_id) > 0),
  metadata_xml text not null constraint saml_providers_metadata_xml_check check (char_length(metadata_xml) > 0),
  metadata_url text constraint saml_providers_metadata_url_check check (char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  name_id_format text,
  created_at timestamptz,
  updated_at timestamptz
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);
alter table auth.saml_providers enable row level security;

create table auth.saml_relay_states (
  id uuid constraint saml_relay_states_id_pkey primary key,
  sso_provider_id uuid not null constraint saml_relay_states_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  request_id text not null constraint saml_relay_states_request_id_check check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  flow_state_id uuid constraint saml_relay_states_flow_state_id_fkey references auth.flow_state (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz
);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_state_id_idx on auth.saml_relay_states (flow_state_id);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
alter table auth.saml_relay_states enable row level security;
reset role;
