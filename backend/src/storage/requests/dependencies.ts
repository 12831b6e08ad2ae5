import type { Log } from '../../http/log.ts'
import type { ApiKeys, PersonalTokens } from '../../http/tokens/caller.ts'
import type { Tokens } from '../../http/tokens/tokens.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { RecordedBlobStore } from '../blobs/blob-store.ts'
import type { ImageRenderer } from '../images/image-renderer.ts'
import type { RenderCache } from '../images/render-cache.ts'
import type { SharedRenders } from '../images/shared-renders.ts'
import type { UrlTokens } from '../kernel/url-tokens.ts'
import type { StorageSettings } from '../settings.ts'

/** The dependencies of every endpoint. */
export interface StorageDependencies {
  sql: Sql
  blobs: RecordedBlobStore
  renderer: ImageRenderer
  renderCache: RenderCache
  sharedRenders: SharedRenders
  tokens: Tokens
  personalTokens: PersonalTokens
  urlTokens: UrlTokens
  keys: ApiKeys
  settings: StorageSettings
  log: Log
}
