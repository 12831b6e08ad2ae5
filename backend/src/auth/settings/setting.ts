import * as v from 'valibot'
import { List } from '../../http/parse-settings.ts'
import { parseDurationMs } from './duration.ts'

export const Flag = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((text) => text === 'true' || text === '1'),
)
export const Count = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))
export const Text = v.string()
export const Port = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)
export const DurationMs = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const milliseconds = parseDurationMs(dataset.value)
    if (milliseconds !== undefined) return milliseconds
    addIssue({ message: 'must be a duration such as 60s or 1h30m' })
    return NEVER
  }),
)
/** A duration that a timer can wait for. A longer one would end at once. */
export const TimeoutMs = v.pipe(
  DurationMs,
  v.minValue(1, 'must be at least 1ms'),
  v.maxValue(2_147_483_647, 'must be at most 596h'),
)
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
export const HeaderName = v.pipe(v.string(), v.regex(HEADER_NAME, 'must be the name of a header'))
export const HeaderNames = v.pipe(
  List,
  v.everyItem((name) => HEADER_NAME.test(name), 'must be names of headers, between commas'),
)
export const EmailAddress = v.pipe(
  v.string(),
  v.regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an email address such as map@example.org'),
)
export const HttpUrl = v.pipe(
  v.string(),
  v.url('must be a URL such as https://example.org'),
  v.regex(/^https?:/, 'must begin with http:// or https://'),
  v.transform((text) => text.replace(/\/$/, '')),
)
/** `N` counts in fixed hours, `N/duration` refills evenly. */
export const SendRateText = v.pipe(
  v.string(),
  v.regex(/^\d+(\/.+)?$/, 'must be a number per hour, or number/duration such as 30/10m'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [count = '', duration] = dataset.value.split('/')
    const perMs = duration === undefined ? undefined : parseDurationMs(duration)
    if (duration === undefined || perMs) return { count: Number(count), perMs }
    addIssue({ message: 'has an invalid duration; write for example 30/10m' })
    return NEVER
  }),
)

/** A rate limit: a number per fixed hour, or refilled evenly over a duration. */
export type SendRate = v.InferOutput<typeof SendRateText>

/** A setting: its variables, format and default. */
export interface Setting<
  Schema extends v.GenericSchema<string, unknown> = v.GenericSchema<string, unknown>,
  Fallback extends string | undefined = string | undefined,
> {
  /** The environment variables that set it; the first that is set wins. */
  names: string[]
  schema: Schema
  /** The default, in the format of the variable. Without one, the setting is undefined by default. */
  fallback: Fallback
  about: string
}

/**
 * Declares a setting: variable name or names, parser, default, and the description that docs/accounts.md and
 * .env.example print.
 */
export function setting<
  Schema extends v.GenericSchema<string, unknown>,
  const Fallback extends string | undefined = undefined,
>(names: string | string[], schema: Schema, fallback: Fallback, about: string): Setting<Schema, Fallback> {
  return { names: [names].flat(), schema, fallback, about }
}

const PREFIX = 'GOTRUE_'

/**
 * Upstream also reads a setting without the prefix. Its API_EXTERNAL_URL differs from ours, which ends with /auth/v1.
 */
function withShortNames(names: string[]): string[] {
  const isLong = (name: string) => name.startsWith(PREFIX) && name !== 'GOTRUE_API_EXTERNAL_URL'
  return [...names, ...names.filter(isLong).map((name) => name.slice(PREFIX.length))]
}

/** The values of a table of settings. Those without a default may be undefined. */
export type ParsedSettings<Table extends Record<string, Setting>> = {
  [Name in keyof Table]:
    | v.InferOutput<Table[Name]['schema']>
    | (Table[Name]['fallback'] extends string ? never : undefined)
}

/** Reads a table of settings. Adds a line for each invalid variable; if there are any, the values must not be used. */
export function parseSettings<Table extends Record<string, Setting>>(
  table: Table,
  environment: Record<string, string | undefined>,
  wrong: string[],
): ParsedSettings<Table> {
  const entries = Object.entries(table).map(([key, entry]) => [key, readSetting(entry, environment, wrong)])
  return Object.fromEntries(entries) as ParsedSettings<Table>
}

function readSetting(
  { names, schema, fallback }: Setting,
  environment: Record<string, string | undefined>,
  wrong: string[],
): unknown {
  const name = withShortNames(names).find((candidate) => (environment[candidate] ?? '') !== '') ?? names[0] ?? ''
  const text = environment[name] || fallback
  if (text === undefined) return undefined
  const parsed = v.safeParse(schema, text)
  if (parsed.success) return parsed.output
  wrong.push(`  ${name}: ${parsed.issues[0].message}`)
  return undefined
}
