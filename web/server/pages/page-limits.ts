import * as v from 'valibot'
import { parseSettings } from '../settings/web-config.ts'

const Count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1'), v.transform(Number))
const Environment = v.object({
  PAGES_AT_A_TIME: v.optional(Count, '8'),
  PAGES_OF_A_CLIENT: v.optional(Count, '4'),
  PAGES_QUEUE_OF_A_CLIENT: v.optional(Count, '200'),
  PAGES_MAX_WAIT: v.optional(Count, '3'),
})

/** The maximum number of concurrent requests for pages and resources. The others wait. */
export interface PageLimits {
  size: number
  clientSize: number
  clientQueue: number
  /** A request that would wait longer gets 503. */
  maxWaitMs: number
}

/** Reads the limits from the environment. Throws an error that names invalid settings. */
export function readPageLimits(environment: Record<string, string | undefined>): PageLimits {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const env = parseSettings(Environment, set)
  return {
    size: env.PAGES_AT_A_TIME,
    clientSize: env.PAGES_OF_A_CLIENT,
    clientQueue: env.PAGES_QUEUE_OF_A_CLIENT,
    maxWaitMs: env.PAGES_MAX_WAIT * 1000,
  }
}
