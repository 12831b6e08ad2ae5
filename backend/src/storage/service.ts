import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { drainRequest } from '../http/connections/drain-request.ts'
import type { Log } from '../http/log.ts'
import type { ApiKeys, PersonalTokens } from '../http/tokens/caller.ts'
import { NO_PERSONAL_TOKENS } from '../http/tokens/personal-tokens.ts'
import type { Tokens } from '../http/tokens/tokens.ts'
import type { Database } from '../postgres/database.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createDiskBlobStore } from './blobs/disk-blob-store.ts'
import { type BlobCleaner, createBlobCleaner } from './chores/blob-cleaner.ts'
import { createRecordedBlobStore } from './chores/recorded-blob-store.ts'
import { createImageRenderer } from './images/image-renderer.ts'
import { createRenderCache } from './images/render-cache.ts'
import { createSharedRenders } from './images/shared-renders.ts'
import { createUrlTokens } from './kernel/url-tokens.ts'
import { readNodeHttp, sendDirectly } from './requests/node-http.ts'
import { createRoutes } from './routes.ts'
import type { StorageSettings } from './settings.ts'

/** Set on the connection, because functions that run as single-statement transactions cannot set it in time. */
const STATEMENT_TIMEOUT_MS = 30_000
/** One for visitors and one for members, whose plans differ. */
const KEPT_CONNECTIONS = 2
/** The maximum time that a request waits for a connection. After that, the response is 503. */
const ACQUIRE_TIMEOUT_MS = 3000

export interface StorageServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  /** None by default. */
  personalTokens?: PersonalTokens
  keys: ApiKeys
  settings: StorageSettings
  /** Blobs go to its folder `storage` unless S3 is set; rendered images always do. */
  dataFolder: string
  log: Log
}

export interface StorageService {
  /**
   * Handles requests under `/storage/v1`. Given Node's request and response, it bypasses web streams for file bodies.
   */
  fetch(request: Request, connection?: unknown): Promise<Response>
  cleaner: BlobCleaner
  close(): Promise<void>
}

/** Creates the storage service: files in buckets, by the protocol of Supabase Storage. */
export async function createStorageService(options: StorageServiceOptions): Promise<StorageService> {
  const { connect, tokens, personalTokens = NO_PERSONAL_TOKENS, keys, settings, dataFolder, log } = options
  const folder = join(dataFolder, 'storage')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const limits = { statement_timeout: STATEMENT_TIMEOUT_MS }
  const sql = connect('authenticator', {
    max: settings.databaseConnections,
    keep: KEPT_CONNECTIONS,
    settings: limits,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  })
  const blobs = createRecordedBlobStore(await openBlobStore(settings, folder), sql)
  const renderCache = await createRenderCache(join(folder, 'renders'), settings.renderCacheBytes)
  const cleaner = createBlobCleaner({ sql, blobs, renderCache, log })
  const app = createRoutes({
    sql,
    blobs,
    renderCache,
    renderer: createImageRenderer(),
    sharedRenders: createSharedRenders(),
    tokens,
    personalTokens,
    urlTokens: createUrlTokens(tokens, settings.signedUrlMaxLifetimeSeconds),
    keys,
    settings,
    log,
  })
  cleaner.start()
  return {
    async fetch(request, connection) {
      const sides = readNodeHttp(connection)
      const response = await app.fetch(request, sides)
      await drainRequest(sides.incoming, response)
      return sendDirectly(response, sides, log)
    },
    cleaner,
    close: () => cleaner.stop(),
  }
}

/** Opens the folder or S3 bucket that holds the blobs. Throws an error for the operator when it is not usable. */
export async function openBlobStore({ s3 }: StorageSettings, folder: string): Promise<BlobStore> {
  if (!s3) return createDiskBlobStore(join(folder, 'blobs'))
  // Loaded on demand: the S3 client is large and few installations need it.
  const { createS3BlobStore } = await import('./blobs/s3-blob-store.ts')
  const store = createS3BlobStore(s3)
  await store.check().catch((cause: unknown) => {
    throw new Error(`The bucket ${s3.bucket} of STORAGE_S3_BUCKET cannot be used: ${String(cause)}`, { cause })
  })
  return store
}
