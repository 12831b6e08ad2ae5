import { resolve } from 'node:path'
import * as v from 'valibot'
import { ALGORITHMS } from './http/tokens/tokens.ts'

const Port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)
const HttpUrl = v.pipe(
  v.string(),
  v.url('must be a URL such as https://spots.example.org'),
  v.regex(/^https?:/, 'must begin with http:// or https://'),
  v.transform((text) => text.replace(/\/$/, '')),
)
const DatabaseUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
  v.check(isEncodedUrl, 'must be a URL in which special characters of user name and password are percent-encoded'),
)
const Json = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value) as unknown
    } catch {
      addIssue({ message: 'must be JSON' })
      return NEVER
    }
  }),
)
const Jwks = v.array(v.looseObject({ kty: v.string(), kid: v.optional(v.string()), alg: v.optional(v.string()) }))
const Count = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))
const ValidMethods = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
  v.array(v.picklist(ALGORITHMS, `must be some of ${ALGORITHMS.join(', ')}, between commas`)),
)
const LogLevel = v.picklist(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error')

const Environment = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.string(), '0.0.0.0'),
  SITE_URL: v.optional(HttpUrl),
  API_EXTERNAL_URL: v.optional(HttpUrl),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(DatabaseUrl),
  LOG_LEVEL: v.optional(LogLevel, 'info'),
  CITIES_MIN_POPULATION: v.optional(Count, '0'),
  JWT_KEYS: v.optional(v.pipe(Json, Jwks)),
  JWT_VALID_METHODS: v.optional(ValidMethods),
  JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  JWT_KEY_ID: v.optional(v.string()),
  SUPABASE_PUBLISHABLE_KEY: v.optional(
    v.pipe(v.string(), v.startsWith('sb_publishable_', 'must begin with sb_publishable_')),
  ),
  SUPABASE_SECRET_KEY: v.optional(v.pipe(v.string(), v.startsWith('sb_secret_', 'must begin with sb_secret_'))),
})

function isEncodedUrl(text: string): boolean {
  try {
    const { username, password, pathname } = new URL(text)
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}

/** The settings of the backend. Each service parses its own part of `environment` (`auth/settings.ts` …). */
export interface Config {
  host: string
  port: number
  /** The public URL of the site, without a trailing slash. */
  siteUrl: string
  /** The public base URL of the backend's services: `<apiUrl>/auth/v1` and so on. */
  apiUrl: string
  dataFolder: string
  databaseUrl: string | undefined
  logLevel: v.InferOutput<typeof LogLevel>
  /** Cities with fewer people are not loaded. 0 loads all. */
  citiesMinimumPopulation: number
  /** The accepted algorithms of tokens. */
  jwtValidMethods: string[]
  secrets: {
    jwtKeys: v.InferOutput<typeof Jwks> | undefined
    jwtSecret: string | undefined
    jwtKeyId: string | undefined
    publishableKey: string | undefined
    secretKey: string | undefined
  }
  environment: Record<string, string | undefined>
}

/** Parses the environment. Empty values count as not set. Throws with one line per invalid variable. */
export function readConfig(environment: Record<string, string | undefined>, defaults: { port?: number } = {}): Config {
  const set = applySharedNames(Object.fromEntries(Object.entries(environment).filter(([, value]) => value)))
  const parsed = v.safeParse(Environment, { PORT: defaults.port?.toString(), ...set }, { abortPipeEarly: true })
  if (!parsed.success) throw new Error(`Invalid settings:\n${parsed.issues.map(describeIssue).join('\n')}`)
  const env = parsed.output
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`
  return {
    host: env.HOST,
    port: env.PORT,
    siteUrl,
    apiUrl: env.API_EXTERNAL_URL ?? siteUrl,
    dataFolder: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    citiesMinimumPopulation: env.CITIES_MIN_POPULATION,
    jwtValidMethods: env.JWT_VALID_METHODS ?? ALGORITHMS,
    secrets: {
      jwtKeys: env.JWT_KEYS,
      jwtSecret: env.JWT_SECRET,
      jwtKeyId: env.JWT_KEY_ID,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    },
    environment: set,
  }
}

/** Variables that the original service reads under the same names with its prefix. */
const SHARED_NAMES = ['SITE_URL', 'JWT_KEYS', 'JWT_SECRET', 'JWT_KEY_ID', 'JWT_VALID_METHODS']

function applySharedNames(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const shared = SHARED_NAMES.flatMap((name) => {
    const value = environment[`GOTRUE_${name}`]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(shared), ...environment }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `  ${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`
}
