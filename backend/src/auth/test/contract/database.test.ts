import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'

/** The columns that tools and app triggers rely on, as in a hosted project. */
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

test('has the contracted columns in every table, and RLS that denies all access (auth 11)', async () => {
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

test('has the contracted enums and unique constraints (auth 11)', async () => {
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

test('reads claims from one setting or from one setting each (auth 11)', async () => {
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

/** Columns whose type or default matters to tools: table.column, type, NOT NULL, default. */
const TYPES = `
users.instance_id uuid
users.email character varying(255)
users.encrypted_password character varying(255)
users.raw_app_meta_data jsonb
users.raw_user_meta_data jsonb
users.phone text
users.phone_change text default ''::text
users.phone_change_token character varying(255) default ''::character varying
users.email_change_token_current character varying(255) default ''::character varying
users.email_change_confirm_status smallint default 0
users.reauthentication_token character varying(255) default ''::character varying
users.confirmed_at timestamp with time zone default LEAST(email_confirmed_at, phone_confirmed_at)
users.is_sso_user boolean not null default false
users.is_anonymous boolean not null default false
identities.id uuid not null default gen_random_uuid()
identities.provider_id text not null
identities.identity_data jsonb not null
identities.email text default lower((identity_data ->> 'email'::text))
sessions.refreshed_at timestamp without time zone
sessions.ip inet
sessions.aal auth.aal_level
sessions.refresh_token_counter bigint
refresh_tokens.user_id character varying(255)
refresh_tokens.token character varying(255)
mfa_challenges.ip_address inet not null
mfa_amr_claims.authentication_method text not null
one_time_tokens.token_hash text not null
one_time_tokens.relates_to text not null
one_time_tokens.created_at timestamp without time zone not null default (now() AT TIME ZONE 'utc'::text)
flow_state.provider_type text not null
flow_state.authentication_method text not null
flow_state.email_optional boolean not null default false
oauth_client_states.provider_type text not null
audit_log_entries.payload json
audit_log_entries.ip_address character varying(64) not null default ''::character varying
saml_providers.metadata_xml text not null
saml_relay_states.request_id text not null
webauthn_credentials.credential_id bytea not null
webauthn_credentials.sign_count bigint not null default 0
webauthn_credentials.transports jsonb not null default '[]'::jsonb
webauthn_credentials.friendly_name text not null default ''::text
oauth_authorizations.expires_at timestamp with time zone not null default (now() + '00:03:00'::interval)
custom_oauth_providers.scopes text[] not null default '{}'::text[]`

test('has the contracted types, defaults and NOT NULL constraints (auth 11)', async () => {
  await using auth = await createTestAuth()
  const rows = await auth.sql<{ line: string }[]>`
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`
  const present = new Set(rows.map(({ line }) => line))
  expect(
    TYPES.trim()
      .split('\n')
      .filter((line) => !present.has(line)),
  ).toEqual([])
})

/** The unique indexes, as PostgreSQL prints them after the table name. */
const UNIQUE = `
users btree (email) WHERE (NOT is_sso_user)
users btree (phone)
users btree (confirmation_token) WHERE ((confirmation_token)::text !~ '^[0-9 ]*$'::text)
users btree (recovery_token) WHERE ((recovery_token)::text !~ '^[0-9 ]*$'::text)
users btree (email_change_token_new) WHERE ((email_change_token_new)::text !~ '^[0-9 ]*$'::text)
users btree (email_change_token_current) WHERE ((email_change_token_current)::text !~ '^[0-9 ]*$'::text)
users btree (reauthentication_token) WHERE ((reauthentication_token)::text !~ '^[0-9 ]*$'::text)
identities btree (provider_id, provider)
refresh_tokens btree (token)
mfa_factors btree (last_challenged_at)
mfa_factors btree (friendly_name, user_id) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text)
mfa_factors btree (user_id, phone)
mfa_amr_claims btree (session_id, authentication_method)
one_time_tokens btree (user_id, token_type)
sso_providers btree (lower(resource_id))
sso_domains btree (lower(domain))
saml_providers btree (entity_id)
webauthn_credentials btree (credential_id)
oauth_authorizations btree (authorization_id)
oauth_authorizations btree (authorization_code)
oauth_consents btree (user_id, client_id)
custom_oauth_providers btree (identifier)`

const INDEXED = `
users btree (instance_id, lower((email)::text))
refresh_tokens btree (session_id, revoked)
one_time_tokens hash (token_hash)
one_time_tokens hash (relates_to)`

test('has the contracted unique and plain indexes (auth 11)', async () => {
  await using auth = await createTestAuth()
  const rows = await auth.sql<{ line: string; unique: boolean }[]>`
    select c.relname || ' ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') as line, i.indisunique as unique
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'auth'::regnamespace`
  const unique = new Set(rows.filter((row) => row.unique).map(({ line }) => line))
  const all = new Set(rows.map(({ line }) => line))
  const lines = (text: string) => text.trim().split('\n')
  expect(lines(UNIQUE).filter((line) => !unique.has(line))).toEqual([])
  expect(lines(INDEXED).filter((line) => !all.has(line))).toEqual([])
})

test('cascades deletes from users, sessions, factors and providers (auth 11)', async () => {
  await using auth = await createTestAuth()
  const rows = await auth.sql<{ line: string }[]>`
    select conrelid::regclass || ' ' || a.attname || ' ' || confrelid::regclass as line
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype = 'c' and c.connamespace = 'auth'::regnamespace`
  const present = new Set(rows.map(({ line }) => line.replaceAll('auth.', '')))
  const cascades = [
    'identities user_id users',
    'sessions user_id users',
    'sessions oauth_client_id oauth_clients',
    'refresh_tokens session_id sessions',
    'mfa_factors user_id users',
    'mfa_challenges factor_id mfa_factors',
    'mfa_amr_claims session_id sessions',
    'one_time_tokens user_id users',
    'sso_domains sso_provider_id sso_providers',
    'saml_providers sso_provider_id sso_providers',
    'saml_relay_states sso_provider_id sso_providers',
    'saml_relay_states flow_state_id flow_state',
    'webauthn_credentials user_id users',
    'webauthn_challenges user_id users',
  ]
  expect(cascades.filter((line) => !present.has(line))).toEqual([])
})

test('accepts seeded users whose token columns are null (auth 11)', async () => {
  await using auth = await createTestAuth()
  await auth.sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, phone_change,
      phone_change_token, email_change_token_current, reauthentication_token, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'seed@example.org',
      extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4)), now(), null, null, null, null, now(), now())`
  const { auth: client } = auth.client()
  expect((await client.signInWithPassword({ email: 'seed@example.org', password: PASSWORD })).error).toBeNull()
  expect((await client.updateUser({ data: { name: 'Ada' } })).data.user).not.toHaveProperty('new_phone')
  expect((await client.resetPasswordForEmail('seed@example.org')).error).toBeNull()
  const { code: token } = await auth.lastMail('seed@example.org')
  expect((await client.verifyOtp({ email: 'seed@example.org', token, type: 'recovery' })).error).toBeNull()
  const { admin } = auth.client({ key: KEYS.secretKey }).auth
  expect((await admin.listUsers()).data.users).toMatchObject([{ email: 'seed@example.org', identities: [] }])
})
