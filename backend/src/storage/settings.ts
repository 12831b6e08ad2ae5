import * as v from 'valibot'
import { parseByteSize } from './byte-size.ts'

const ByteSize = v.pipe(
  v.string(),
  v.transform((text) => parseByteSize(text)),
  v.number('must be a number of bytes, or a number with b, kb, mb or gb such as 50mb'),
)
const Count = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999'),
  v.transform(Number),
)

const Environment = v.object({
  STORAGE_FILE_SIZE_LIMIT: v.optional(ByteSize, String(50 * 1024 * 1024)),
  STORAGE_RENDER_CACHE_SIZE: v.optional(ByteSize, '1gb'),
  STORAGE_DATABASE_CONNECTIONS: v.optional(Count, '8'),
})

/** What an operator may set of the storage service. */
export interface StorageSettings {
  /** The upper limit of every bucket. */
  fileSizeLimitBytes: number
  /** The rendered images kept on disk are dropped from the oldest beyond this. */
  renderCacheBytes: number
  databaseConnections: number
}

/** Reads `STORAGE_…` variables. Throws one line a variable that is wrong. */
export function parseStorageSettings(environment: Record<string, string | undefined>): StorageSettings {
  const parsed = v.safeParse(Environment, environment)
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
    throw new Error(`Settings that are wrong:\n${lines.join('\n')}`)
  }
  return {
    fileSizeLimitBytes: parsed.output.STORAGE_FILE_SIZE_LIMIT,
    renderCacheBytes: parsed.output.STORAGE_RENDER_CACHE_SIZE,
    databaseConnections: parsed.output.STORAGE_DATABASE_CONNECTIONS,
  }
}
