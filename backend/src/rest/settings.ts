import * as v from 'valibot'

const Flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)
const List = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
const Count = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))
const TX_END = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const

const Environment = v.object({
  PGRST_DB_SCHEMAS: v.optional(List, 'public'),
  PGRST_DB_EXTRA_SEARCH_PATH: v.optional(List, 'public,extensions'),
  PGRST_DB_MAX_ROWS: v.optional(Count, '1000'),
  PGRST_DB_AGGREGATES_ENABLED: v.optional(Flag, 'false'),
  PGRST_DB_PLAN_ENABLED: v.optional(Flag, 'false'),
  PGRST_DB_TX_END: v.optional(v.picklist(TX_END), 'commit'),
  PGRST_DB_PRE_REQUEST: v.optional(v.string()),
  PGRST_DB_POOL: v.optional(Count, '10'),
  PGRST_OPENAPI_MODE: v.optional(v.picklist(OPENAPI_MODES), 'follow-privileges'),
  PGRST_SAFEUPDATE: v.optional(Flag, 'true'),
})

/** How the data service behaves. The names are PostgREST's; the defaults are those of a hosted project. */
export interface RestSettings {
  schemas: string[]
  extraSearchPath: string[]
  /** Rows at most in an answer and in each embed. 0 means no bound. */
  maxRows: number
  aggregatesEnabled: boolean
  planEnabled: boolean
  txEnd: (typeof TX_END)[number]
  /** A function that is called in each transaction before the statement: `schema.name`. */
  preRequest: string | undefined
  /** Connections at most. */
  poolSize: number
  openApiMode: (typeof OPENAPI_MODES)[number]
  /** Refuses UPDATE and DELETE without any filter. */
  safeUpdate: boolean
  maxUrlLength: number
  maxBodyBytes: number
}

/** Reads the service's part of the environment. Throws one line a variable that is wrong. */
export function readRestSettings(environment: Record<string, string | undefined> = {}): RestSettings {
  const parsed = v.safeParse(Environment, environment)
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
    throw new Error(`Settings that are wrong:\n${lines.join('\n')}`)
  }
  const env = parsed.output
  return {
    schemas: env.PGRST_DB_SCHEMAS,
    extraSearchPath: env.PGRST_DB_EXTRA_SEARCH_PATH,
    maxRows: env.PGRST_DB_MAX_ROWS,
    aggregatesEnabled: env.PGRST_DB_AGGREGATES_ENABLED,
    planEnabled: env.PGRST_DB_PLAN_ENABLED,
    txEnd: env.PGRST_DB_TX_END,
    preRequest: env.PGRST_DB_PRE_REQUEST,
    poolSize: env.PGRST_DB_POOL,
    openApiMode: env.PGRST_OPENAPI_MODE,
    safeUpdate: env.PGRST_SAFEUPDATE,
    maxUrlLength: 64 * 1024,
    maxBodyBytes: 32 * 1024 * 1024,
  }
}
