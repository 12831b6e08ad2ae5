import * as v from 'valibot'
import { parseByteSize } from '../http/byte-size.ts'
import { parseSettings } from '../http/parse-settings.ts'

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

const Seconds = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, 'must be a whole number of seconds'), v.transform(Number))

const Bucket = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of an S3 bucket'))
const Endpoint = v.pipe(
  v.string(),
  v.url('must be a URL such as https://s3.example.org'),
  v.regex(/^https?:/, 'must begin with http:// or https://'),
)
const Flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)

const Environment = v.object({
  STORAGE_FILE_SIZE_LIMIT: v.optional(ByteSize, String(50 * 1024 * 1024)),
  STORAGE_RENDER_CACHE_SIZE: v.optional(ByteSize, '1gb'),
  STORAGE_SIGNED_URL_MAX_LIFETIME: v.optional(Seconds, String(7 * 24 * 60 * 60)),
  STORAGE_DATABASE_CONNECTIONS: v.optional(Count, '8'),
  STORAGE_S3_BUCKET: v.optional(Bucket),
  STORAGE_S3_ENDPOINT: v.optional(Endpoint),
  STORAGE_S3_REGION: v.optional(v.string(), 'us-east-1'),
  STORAGE_S3_ACCESS_KEY_ID: v.optional(v.string()),
  STORAGE_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  STORAGE_S3_FORCE_PATH_STYLE: v.optional(Flag),
})

/** The S3 bucket that replaces the local folder. */
export interface S3Settings {
  bucket: string
  /** Undefined for Amazon S3. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Puts the bucket into the path of URLs instead of the host name. */
  forcePathStyle: boolean
}

/** The settings of the storage service. */
export interface StorageSettings {
  /** The upper limit for every bucket. */
  fileSizeLimitBytes: number
  /** Beyond this size the least recently used rendered images are deleted. */
  renderCacheBytes: number
  /** Signed URLs with a longer lifetime are shortened. */
  signedUrlMaxLifetimeSeconds: number
  databaseConnections: number
  /** Undefined: files are stored in DATA_DIR. */
  s3: S3Settings | undefined
}

/** Parses `STORAGE_…` variables. Throws with one line per invalid variable. */
export function parseStorageSettings(environment: Record<string, string | undefined>): StorageSettings {
  const output = parseSettings(Environment, environment)
  return {
    fileSizeLimitBytes: output.STORAGE_FILE_SIZE_LIMIT,
    renderCacheBytes: output.STORAGE_RENDER_CACHE_SIZE,
    signedUrlMaxLifetimeSeconds: output.STORAGE_SIGNED_URL_MAX_LIFETIME,
    databaseConnections: output.STORAGE_DATABASE_CONNECTIONS,
    s3: toS3Settings(output),
  }
}

function toS3Settings(output: v.InferOutput<typeof Environment>): S3Settings | undefined {
  const {
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_ENDPOINT: endpoint,
    STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = output
  if (bucket === undefined && endpoint === undefined && accessKeyId === undefined && secretAccessKey === undefined) {
    return undefined
  }
  const missing = Object.entries({
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }).flatMap(([name, value]) => (value === undefined ? [`  ${name}: is needed when files are kept in S3`] : []))
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error(`Invalid settings:\n${missing.join('\n')}`)
  }
  return {
    bucket,
    endpoint,
    region: output.STORAGE_S3_REGION,
    accessKeyId,
    secretAccessKey,
    // Most stores other than Amazon S3 have no host name per bucket.
    forcePathStyle: output.STORAGE_S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
  }
}
