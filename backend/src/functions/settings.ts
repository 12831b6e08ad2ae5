import * as v from 'valibot'
import { parseByteSize } from '../http/byte-size.ts'
import { parseSettings } from '../http/parse-settings.ts'

const ByteSize = v.pipe(
  v.string(),
  v.transform((text) => parseByteSize(text)),
  v.number('must be a number of bytes, or a number with b, kb, mb or gb such as 20mb'),
)
const Seconds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number of seconds'),
  v.transform((text) => Number(text) * 1000),
)
const Megabytes = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{1,5}$/, 'must be a whole number of megabytes'),
  v.transform(Number),
)

const Environment = v.object({
  FUNCTIONS_ISOLATION: v.optional(v.picklist(['process', 'worker'], 'must be process or worker'), 'process'),
  FUNCTIONS_BODY_LIMIT: v.optional(ByteSize, '20mb'),
  FUNCTIONS_RESPONSE_TIMEOUT: v.optional(Seconds, '150'),
  FUNCTIONS_STREAM_TIMEOUT: v.optional(Seconds, '400'),
  FUNCTIONS_STUCK_TIMEOUT: v.optional(Seconds, '10'),
  FUNCTIONS_MEMORY_LIMIT: v.optional(Megabytes, '256'),
  NODE_ENV: v.optional(v.string()),
})

/** The settings of the functions service. */
export interface FunctionsSettings {
  /** `worker` runs each function in its own thread. */
  isolation: 'process' | 'worker'
  bodyLimitBytes: number
  /** The time until the head of the response. */
  responseTimeoutMs: number
  /** The time until the end of the response, from the start of the call. */
  streamTimeoutMs: number
  /** A worker that does not react for this long is ended. */
  stuckTimeoutMs: number
  /** Maximum heap of a worker, in MiB. */
  memoryLimitMegabytes: number
  /** Loads a function again when its files change. */
  reloads: boolean
}

/** Parses `FUNCTIONS_…` variables. Throws with one line per invalid variable. */
export function parseFunctionsSettings(environment: Record<string, string | undefined>): FunctionsSettings {
  const output = parseSettings(Environment, environment)
  return {
    isolation: output.FUNCTIONS_ISOLATION,
    bodyLimitBytes: output.FUNCTIONS_BODY_LIMIT,
    responseTimeoutMs: output.FUNCTIONS_RESPONSE_TIMEOUT,
    streamTimeoutMs: output.FUNCTIONS_STREAM_TIMEOUT,
    stuckTimeoutMs: output.FUNCTIONS_STUCK_TIMEOUT,
    memoryLimitMegabytes: output.FUNCTIONS_MEMORY_LIMIT,
    reloads: output.NODE_ENV !== 'production',
  }
}
