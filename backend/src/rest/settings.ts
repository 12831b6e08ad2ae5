import * as v from 'valibot'
import { List, parseSettings } from '../http/parse-settings.ts'

const Flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)
const Count = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))
/** With none, every request would wait until its timeout. */
const Size = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number of at least 1'), v.transform(Number))
/** An empty value means that the setting is not set. */
const Text = v.pipe(
  v.string(),
  v.transform((text): string | undefined => (text === '' ? undefined : text)),
)
const HeaderName = v.pipe(v.string(), v.regex(/^[\w-]*$/, 'must be the name of a header'), Text)
const RoleClaimKey = v.pipe(
  v.string(),
  v.regex(/^(\.([\w$-]+|"[^"]+"))+$/, 'must be a path such as .role or ."https://example.org/role"'),
)
const TX_END = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
const ROUTINE = v.pipe(v.string(), v.regex(/^([^.]+\.)?[^.]*$/, 'must be the name of a function: schema.name'), Text)

const Environment = v.object({
  PGRST_DB_SCHEMAS: v.optional(List, 'public,graphql_public'),
  PGRST_DB_EXTRA_SEARCH_PATH: v.optional(List, 'public,extensions'),
  PGRST_DB_MAX_ROWS: v.optional(Count, '1000'),
  PGRST_DB_AGGREGATES_ENABLED: v.optional(Flag, 'false'),
  PGRST_DB_PLAN_ENABLED: v.optional(Flag, 'false'),
  PGRST_DB_TX_END: v.optional(v.picklist(TX_END, `must be ${TX_END.join(' or ')}`), 'commit'),
  PGRST_DB_PRE_REQUEST: v.optional(ROUTINE),
  PGRST_DB_ROOT_SPEC: v.optional(ROUTINE),
  PGRST_DB_POOL: v.optional(Size, '10'),
  PGRST_DB_POOL_ACQUISITION_TIMEOUT: v.optional(Size, '3'),
  PGRST_DB_POOL_PAGES: v.optional(Size, '10'),
  PGRST_CLIENT_STATEMENTS: v.optional(Size, '4'),
  PGRST_CLIENT_QUEUE: v.optional(Count, '64'),
  PGRST_SLOW_STATEMENTS: v.optional(Size, '1'),
  PGRST_DB_PREPARED_STATEMENTS: v.optional(Flag, 'true'),
  PGRST_DB_CHANNEL: v.optional(v.pipe(v.string(), v.nonEmpty('must be the name of a channel')), 'pgrst'),
  PGRST_DB_CHANNEL_ENABLED: v.optional(Flag, 'true'),
  PGRST_DB_CONFIG: v.optional(Flag, 'true'),
  PGRST_JWT_AUD: v.optional(Text),
  PGRST_JWT_ROLE_CLAIM_KEY: v.optional(RoleClaimKey, '.role'),
  PGRST_OPENAPI_MODE: v.optional(
    v.picklist(OPENAPI_MODES, `must be ${OPENAPI_MODES.join(' or ')}`),
    'follow-privileges',
  ),
  PGRST_OPENAPI_SECURITY_ACTIVE: v.optional(Flag, 'false'),
  PGRST_OPENAPI_SERVER_PROXY_URI: v.optional(v.union([v.pipe(v.string(), v.url('must be a URL')), v.literal('')])),
  PGRST_SERVER_CORS_ALLOWED_ORIGINS: v.optional(List, ''),
  PGRST_SERVER_TIMING_ENABLED: v.optional(Flag, 'false'),
  PGRST_SERVER_TRACE_HEADER: v.optional(HeaderName),
  PGRST_SAFEUPDATE: v.optional(Flag, 'true'),
})

/** SQL reads `PGRST_APP_SETTINGS_<NAME>` as `app.settings.<name>`. */
const APP_SETTING = /^PGRST_APP_SETTINGS_(\w+)$/
const MIB = 1024 * 1024

/** The settings of the data service, with PostgREST's names and the defaults of a hosted project. */
export interface RestSettings {
  /** The exposed schemas. The first is the default of a request. */
  schemas: string[]
  extraSearchPath: string[]
  /** Maximum number of rows in a response and in each embed; 0 means no maximum. */
  maxRows: number
  aggregatesEnabled: boolean
  planEnabled: boolean
  txEnd: (typeof TX_END)[number]
  /** A function that every transaction calls before the statement: `schema.name`. */
  preRequest: string | undefined
  /** A function that responds at the root instead of the description. */
  rootSpec: string | undefined
  /** Maximum number of connections for requests from outside. */
  poolSize: number
  /** Maximum number of connections for the pages of the web server in the same process. */
  pagesPoolSize: number
  /** Maximum number of concurrent statements of one client. */
  clientStatements: number
  /** Maximum number of waiting requests of one client. */
  clientQueue: number
  /** Maximum number of concurrent statements of all clients whose statements are slow. */
  slowStatements: number
  /** Maximum time that a request waits for a connection. */
  acquireTimeoutMs: number
  preparesStatements: boolean
  /** The channel of schema changes; undefined to disable listening. */
  channel: string | undefined
  /** True if settings from `alter role authenticator set pgrst.…` are applied. */
  readsDatabaseSettings: boolean
  /** The required audience of tokens. Tokens without an audience are accepted. */
  jwtAudience: string | undefined
  /** The path to the role in the claims of a token. */
  jwtRoleClaimPath: string[]
  openApiMode: (typeof OPENAPI_MODES)[number]
  openApiSecurityActive: boolean
  /** The public URL in the description. */
  openApiProxyUri: string | undefined
  /** The origins that may read responses; empty means any. */
  corsOrigins: string[]
  /** Sends the durations of the stages in `Server-Timing`. */
  serverTiming: boolean
  /** A request header that the response repeats. */
  traceHeader: string | undefined
  /** Rejects UPDATE and DELETE without a filter. */
  safeUpdate: boolean
  /** The settings `app.settings.*` of every transaction. */
  appSettings: [name: string, value: string][]
  /** The maximum total of `count=planned` and `estimated` for callers who may not see planner estimates. */
  maxEstimatedCount: number
  maxUrlLength: number
  /** By role of the caller. */
  maxBodyBytes: { anon: number; service_role: number; other: number }
}

type Variables = Record<string, string | undefined>

/** Reads the settings from the environment. Throws an error with one line per invalid variable. */
export function parseRestSettings(environment: Variables = {}): RestSettings {
  const env = parseSettings(Environment, environment)
  return {
    schemas: env.PGRST_DB_SCHEMAS,
    extraSearchPath: env.PGRST_DB_EXTRA_SEARCH_PATH,
    maxRows: env.PGRST_DB_MAX_ROWS,
    aggregatesEnabled: env.PGRST_DB_AGGREGATES_ENABLED,
    planEnabled: env.PGRST_DB_PLAN_ENABLED,
    txEnd: env.PGRST_DB_TX_END,
    preRequest: env.PGRST_DB_PRE_REQUEST,
    rootSpec: env.PGRST_DB_ROOT_SPEC,
    poolSize: env.PGRST_DB_POOL,
    pagesPoolSize: env.PGRST_DB_POOL_PAGES,
    clientStatements: env.PGRST_CLIENT_STATEMENTS,
    clientQueue: env.PGRST_CLIENT_QUEUE,
    slowStatements: env.PGRST_SLOW_STATEMENTS,
    acquireTimeoutMs: env.PGRST_DB_POOL_ACQUISITION_TIMEOUT * 1000,
    preparesStatements: env.PGRST_DB_PREPARED_STATEMENTS,
    channel: env.PGRST_DB_CHANNEL_ENABLED ? env.PGRST_DB_CHANNEL : undefined,
    readsDatabaseSettings: env.PGRST_DB_CONFIG,
    jwtAudience: env.PGRST_JWT_AUD,
    jwtRoleClaimPath: parseClaimPath(env.PGRST_JWT_ROLE_CLAIM_KEY),
    openApiMode: env.PGRST_OPENAPI_MODE,
    openApiSecurityActive: env.PGRST_OPENAPI_SECURITY_ACTIVE,
    openApiProxyUri: env.PGRST_OPENAPI_SERVER_PROXY_URI || undefined,
    corsOrigins: env.PGRST_SERVER_CORS_ALLOWED_ORIGINS,
    serverTiming: env.PGRST_SERVER_TIMING_ENABLED,
    traceHeader: env.PGRST_SERVER_TRACE_HEADER,
    safeUpdate: env.PGRST_SAFEUPDATE,
    appSettings: listAppSettings(environment),
    maxEstimatedCount: 10_000,
    maxUrlLength: 64 * 1024,
    maxBodyBytes: { anon: MIB, service_role: 32 * MIB, other: 8 * MIB },
  }
}

/**
 * Applies settings of the database (`alter role authenticator set pgrst.db_max_rows = '10'`) to those of the
 * environment. Settings that are needed before the first connection cannot be changed. Throws an error with one line
 * per invalid setting.
 */
export function overlayDatabaseSettings(settings: RestSettings, pairs: [name: string, value: string][]): RestSettings {
  const variables = Object.fromEntries(pairs.map(([name, value]) => [toVariable(name), value]))
  const read = parseRestSettings(variables)
  const given = new Set(Object.keys(variables))
  const chosen = DATABASE_SETTINGS.filter(([variable]) => given.has(variable)).map(([, key]) => [key, read[key]])
  const appSettings = new Map([...settings.appSettings, ...read.appSettings])
  return { ...settings, ...Object.fromEntries(chosen), appSettings: [...appSettings] }
}

const DATABASE_SETTINGS: [variable: string, key: keyof RestSettings][] = [
  ['PGRST_DB_SCHEMAS', 'schemas'],
  ['PGRST_DB_EXTRA_SEARCH_PATH', 'extraSearchPath'],
  ['PGRST_DB_MAX_ROWS', 'maxRows'],
  ['PGRST_DB_AGGREGATES_ENABLED', 'aggregatesEnabled'],
  ['PGRST_DB_PLAN_ENABLED', 'planEnabled'],
  ['PGRST_DB_TX_END', 'txEnd'],
  ['PGRST_DB_PRE_REQUEST', 'preRequest'],
  ['PGRST_DB_ROOT_SPEC', 'rootSpec'],
  ['PGRST_DB_PREPARED_STATEMENTS', 'preparesStatements'],
  ['PGRST_OPENAPI_MODE', 'openApiMode'],
  ['PGRST_OPENAPI_SECURITY_ACTIVE', 'openApiSecurityActive'],
  ['PGRST_OPENAPI_SERVER_PROXY_URI', 'openApiProxyUri'],
  ['PGRST_SERVER_CORS_ALLOWED_ORIGINS', 'corsOrigins'],
  ['PGRST_SERVER_TIMING_ENABLED', 'serverTiming'],
  ['PGRST_SERVER_TRACE_HEADER', 'traceHeader'],
]

/** Converts the name of a setting: `db_max_rows` → `PGRST_DB_MAX_ROWS`, `app.settings.x` → `PGRST_APP_SETTINGS_X`. */
function toVariable(name: string): string {
  return `PGRST_${name.replaceAll('.', '_').toUpperCase()}`
}

function listAppSettings(environment: Variables): RestSettings['appSettings'] {
  return Object.entries(environment).flatMap(([variable, value]): RestSettings['appSettings'] => {
    const name = APP_SETTING.exec(variable)?.[1]
    return name === undefined || value === undefined ? [] : [[`app.settings.${name.toLowerCase()}`, value]]
  })
}

function parseClaimPath(text: string): string[] {
  return [...text.matchAll(/\.(?:"([^"]+)"|([\w$-]+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
