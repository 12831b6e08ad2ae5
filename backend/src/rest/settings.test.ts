import { expect, test } from 'vitest'
import { overlayDatabaseSettings, parseRestSettings } from './settings.ts'

test('uses the defaults of a hosted project (rest 16.4)', () => {
  expect(parseRestSettings()).toMatchObject({
    schemas: ['public', 'graphql_public'],
    extraSearchPath: ['public', 'extensions'],
    maxRows: 1000,
    aggregatesEnabled: false,
    planEnabled: false,
    txEnd: 'commit',
    preRequest: undefined,
    rootSpec: undefined,
    preparesStatements: true,
    channel: 'pgrst',
    acquireTimeoutMs: 3000,
    jwtAudience: undefined,
    jwtRoleClaimPath: ['role'],
    openApiMode: 'follow-privileges',
    openApiSecurityActive: false,
    corsOrigins: [],
    serverTiming: false,
    safeUpdate: true,
  })
})

test('accepts the names of PostgREST (rest 16.4)', () => {
  expect(
    parseRestSettings({
      PGRST_DB_SCHEMAS: 'api, v2',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public',
      PGRST_DB_MAX_ROWS: '25',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_PLAN_ENABLED: 'true',
      PGRST_DB_TX_END: 'rollback-allow-override',
      PGRST_DB_PRE_REQUEST: 'private.check_request',
      PGRST_DB_ROOT_SPEC: 'root',
      PGRST_DB_POOL: '3',
      PGRST_DB_POOL_ACQUISITION_TIMEOUT: '2',
      PGRST_DB_PREPARED_STATEMENTS: 'false',
      PGRST_DB_CHANNEL: 'words',
      PGRST_DB_CHANNEL_ENABLED: 'true',
      PGRST_JWT_AUD: 'museum',
      PGRST_JWT_ROLE_CLAIM_KEY: '.app."https://example.org/role"',
      PGRST_OPENAPI_MODE: 'disabled',
      PGRST_OPENAPI_SERVER_PROXY_URI: 'https://api.example.org/',
      PGRST_SERVER_CORS_ALLOWED_ORIGINS: 'https://a.example, https://b.example',
      PGRST_SERVER_TRACE_HEADER: 'X-Trace',
      PGRST_APP_SETTINGS_MOTTO: 'brass',
    }),
  ).toMatchObject({
    schemas: ['api', 'v2'],
    extraSearchPath: ['public'],
    maxRows: 25,
    aggregatesEnabled: true,
    planEnabled: true,
    txEnd: 'rollback-allow-override',
    preRequest: 'private.check_request',
    rootSpec: 'root',
    poolSize: 3,
    acquireTimeoutMs: 2000,
    preparesStatements: false,
    channel: 'words',
    jwtAudience: 'museum',
    jwtRoleClaimPath: ['app', 'https://example.org/role'],
    openApiMode: 'disabled',
    openApiProxyUri: 'https://api.example.org/',
    corsOrigins: ['https://a.example', 'https://b.example'],
    traceHeader: 'X-Trace',
    appSettings: [['app.settings.motto', 'brass']],
  })
  expect(parseRestSettings({ PGRST_DB_CHANNEL_ENABLED: 'false' }).channel).toBeUndefined()
})

test('reports every invalid setting by name (rest 16.4)', () => {
  expect(() => parseRestSettings({ PGRST_DB_MAX_ROWS: 'many', PGRST_DB_TX_END: 'never' })).toThrow(
    /PGRST_DB_MAX_ROWS: must be a whole number\n {2}PGRST_DB_TX_END/,
  )
})

test.each(['PGRST_DB_POOL', 'PGRST_DB_POOL_PAGES', 'PGRST_CLIENT_STATEMENTS', 'PGRST_SLOW_STATEMENTS'])(
  'rejects %s=0, with which every request would wait (rest 16.4)',
  (name) => {
    expect(() => parseRestSettings({ [name]: '0' })).toThrow(`${name}: must be a whole number of at least 1`)
  },
)

test('prefers settings of the database, except those needed at start-up (rest 16.4)', () => {
  const base = parseRestSettings({ PGRST_DB_MAX_ROWS: '5', PGRST_DB_POOL: '7' })
  const overlaid = overlayDatabaseSettings(base, [
    ['db_max_rows', '9'],
    ['db_pool', '99'],
    ['app.settings.motto', 'iron'],
  ])
  expect(overlaid).toMatchObject({ maxRows: 9, poolSize: 7, appSettings: [['app.settings.motto', 'iron']] })
})

test('names the values that a setting may have', () => {
  expect(() => parseRestSettings({ PGRST_DB_TX_END: 'never' })).toThrow(
    'PGRST_DB_TX_END: must be commit or commit-allow-override or rollback or rollback-allow-override',
  )
  expect(() => parseRestSettings({ PGRST_OPENAPI_MODE: 'all' })).toThrow(
    'PGRST_OPENAPI_MODE: must be follow-privileges',
  )
})
