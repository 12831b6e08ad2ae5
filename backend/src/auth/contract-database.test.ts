import { expect, test } from 'vitest'
import { createTestAuth } from './test-auth.ts'

/** The columns that tools and triggers of apps rely on, as on a hosted project. */
const COLUMNS: Record<string, string> = {
  users:
    'instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token confirmation_sent_at ' +
    'recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at last_sign_in_at raw_app_meta_data ' +
    'raw_user_meta_data is_super_admin created_at updated_at phone phone_confirmed_at phone_change phone_change_token ' +
    'phone_change_sent_at confirmed_at email_change_token_current email_change_confirm_status banned_until ' +
    'reauthentication_token reauthentication_sent_at is_sso_user deleted_at is_anonymous',
  identities: 'id provider_id provider user_id identity_data email last_sign_in_at created_at updated_at',
  sessions:
    'id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id scopes ' +
    'refresh_token_hmac_key refresh_token_counter',
  refresh_tokens: 'id token user_id parent session_id revoked instance_id created_at updated_at',
  mfa_factors:
    'id user_id friendly_name factor_type status secret phone last_challenged_at web_authn_credential web_authn_aaguid ' +
    'last_webauthn_challenge_data created_at updated_at',
  mfa_challenges: 'id factor_id created_at verified_at ip_address otp_code web_authn_session_data',
  mfa_amr_claims: 'id session_id authentication_method created_at updated_at',
  one_time_tokens: 'id user_id token_type token_hash relates_to created_at updated_at',
  flow_state:
    'id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token provider_refresh_token ' +
    'authentication_method auth_code_issued_at invite_token referrer oauth_client_state_id linking_target_id email_optional ' +
    'created_at updated_at',
  oauth_client_states: 'id provider_type code_verifier created_at',
  audit_log_entries: 'instance_id id payload created_at ip_address',
  sso_providers: 'id resource_id disabled created_at updated_at',
  sso_domains: 'id sso_provider_id domain created_at updated_at',
  saml_providers:
    'id sso_provider_id entity_id metadata_xml metadata_url attribute_mapping name_id_format created_at updated_at',
  saml_relay_states: 'id sso_provider_id request_id for_email redirect_to flow_state_id created_at updated_at',
  webauthn_credentials:
    'id user_id credential_id public_key attestation_type aaguid sign_count transports backup_eligible backed_up friendly_name ' +
    'created_at updated_at last_used_at',
  webauthn_challenges: 'id user_id challenge_type session_data created_at expires_at',
  oauth_clients:
    'id client_secret_hash registration_type redirect_uris grant_types client_name client_uri logo_uri client_type ' +
    'token_endpoint_auth_method created_at updated_at deleted_at',
  oauth_authorizations:
    'id authorization_id client_id user_id redirect_uri scope state resource code_challenge code_challenge_method response_type ' +
    'status authorization_code nonce created_at expires_at approved_at',
  oauth_consents: 'id user_id client_id scopes granted_at revoked_at',
  custom_oauth_providers:
    'id provider_type identifier name client_id client_secret acceptable_client_ids scopes pkce_enabled attribute_mapping ' +
    'custom_claims_allowlist authorization_params enabled email_optional issuer discovery_url skip_nonce_check cached_discovery ' +
    'authorization_url token_url userinfo_url jwks_uri created_at updated_at',
  instances: 'id',
  schema_migrations: 'version',
}

const ENUMS = {
  aal_level: ['aal1', 'aal2', 'aal3'],
  factor_type: ['totp', 'webauthn', 'phone'],
  factor_status: ['unverified', 'verified'],
  code_challenge_method: ['s256', 'plain'],
  one_time_token_type: [
    'confirmation_token',
    'reauthentication_token',
    'recovery_token',
    'email_change_token_new',
    'email_change_token_current',
    'phone_change_token',
  ],
}

test('11 every table has the columns of the contract, and row rules that let nobody in', async () => {
  await using auth = await createTestAuth()
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const rows = await auth.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_schema = 'auth' and table_name = ${table}`
    const present = new Set(rows.map(({ name }) => name))
    expect([table, columns.split(' ').filter((column) => !present.has(column))]).toEqual([table, []])
  }
  const open = await auth.sql`
    select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity`
  expect(open).toEqual([])
  expect(await auth.sql`select from pg_policies where schemaname = 'auth'`).toHaveLength(0)
})

test('11 the enums, and what is unique', async () => {
  await using auth = await createTestAuth()
  for (const [name, labels] of Object.entries(ENUMS)) {
    const rows = await auth.sql<{ label: string }[]>`
      select enumlabel as label from pg_enum e join pg_type t on t.oid = e.enumtypid
      where t.typnamespace = 'auth'::regnamespace and t.typname = ${name}`
    expect([name, rows.map(({ label }) => label).sort()]).toEqual([name, [...labels].sort()])
  }
  const insert = (email: string, isSso: boolean) => auth.sql`
    insert into auth.users (id, email, is_sso_user, confirmation_token) values (gen_random_uuid(), ${email}, ${isSso}, '')`
  await insert('ada@example.org', false)
  await insert('ada@example.org', true)
  await insert('ada@example.org', true)
  await expect(insert('ada@example.org', false)).rejects.toThrow('users_email_key')
})

test('11 auth.uid(), role(), email() and jwt() read the claims of a request in both forms', async () => {
  await using auth = await createTestAuth()
  const id = '00000000-0000-4000-8000-00000000000a'
  const read = (settings: Record<string, string>) =>
    auth.sql.begin(async (sql) => {
      for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`
      return sql`select auth.uid() as uid, auth.role() as role, auth.email() as email`
    })
  const claims = { sub: id, role: 'authenticated', email: 'ada@example.org' }
  const expected = [{ uid: id, role: 'authenticated', email: 'ada@example.org' }]
  expect(await read({ 'request.jwt.claims': JSON.stringify(claims) })).toEqual(expected)
  const single = Object.entries(claims).map(([name, value]) => [`request.jwt.claim.${name}`, value])
  expect(await read(Object.fromEntries(single))).toEqual(expected)
  expect(await read({})).toEqual([{ uid: null, role: null, email: null }])
})
