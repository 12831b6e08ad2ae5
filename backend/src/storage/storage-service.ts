import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiKeys } from '../http/caller.ts'
import type { Log } from '../http/log.ts'
import type { Tokens } from '../http/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { type BlobCleaner, createBlobCleaner } from './blobs/blob-cleaner.ts'
import { createDiskBlobStore } from './blobs/disk-blob-store.ts'
import { createImageRenderer } from './render/image-renderer.ts'
import { createRenderCache } from './render/render-cache.ts'
import { createRoutes } from './routes.ts'
import type { StorageSettings } from './settings.ts'
import { createUrlTokens } from './url-tokens.ts'

export interface StorageServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  keys: ApiKeys
  settings: StorageSettings
  /** Contents go to its folder `storage`. */
  dataFolder: string
  log: Log
}

export interface StorageService {
  /** Answers requests below `/storage/v1`. */
  fetch(request: Request): Promise<Response>
  cleaner: BlobCleaner
  close(): Promise<void>
}

/** The storage service: files in buckets, by the wire protocol of Supabase Storage. */
export async function createStorageService(options: StorageServiceOptions): Promise<StorageService> {
  const { connect, tokens, keys, settings, dataFolder, log } = options
  const folder = join(dataFolder, 'storage')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sql = connect('authenticator', { max: settings.databaseConnections })
  const blobs = await createDiskBlobStore(join(folder, 'blobs'))
  const renderCache = await createRenderCache(join(folder, 'renders'), settings.renderCacheBytes)
  const cleaner = createBlobCleaner({ sql, blobs, renderCache, log })
  const app = createRoutes({
    sql,
    blobs,
    renderCache,
    renderer: createImageRenderer(),
    tokens,
    urlTokens: createUrlTokens(tokens),
    keys,
    settings,
    log,
  })
  cleaner.start()
  return {
    fetch: async (request) => app.fetch(request),
    cleaner,
    close: () => cleaner.stop(),
  }
}
