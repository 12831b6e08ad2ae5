import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import { startS3Server } from '../../../test/s3-server.ts'
import { createScratchFolder } from '../../../test/scratch-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import { endAppsWithSession } from '../../http/tokens/app-sessions.ts'
import type { PersonalTokens } from '../../http/tokens/caller.ts'
import { createTokens, type Tokens } from '../../http/tokens/tokens.ts'
import { openRevocableTokens } from '../../revocable-tokens.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createStorageService, openBlobStore, type StorageService } from '../service.ts'
import { parseStorageSettings, type StorageSettings } from '../settings.ts'

export const TEST_KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }
export const ALICE = '00000000-0000-4000-8000-00000000000a'
export const BOB = '00000000-0000-4000-8000-00000000000b'

/** A storage service with its own database, and the official client in every role. */
export interface TestStorage extends AsyncDisposable {
  database: TestDatabase
  service: StorageService
  folder: string
  settings: StorageSettings
  /** The blob store behind the service. */
  blobs: BlobStore
  /** The personal tokens of the database, if the options enable them. */
  personalTokens: PersonalTokens | undefined
  tokens: Tokens
  /** Rejects tokens of apps whose session has ended, if the options enable personal tokens. */
  liveTokens: Tokens
  /** The official client with the secret key. */
  admin: SupabaseClient
  visitor: SupabaseClient
  /** The official client of a signed-in account. */
  as(subject: string): Promise<SupabaseClient>
  signToken(claims: Record<string, unknown>): Promise<string>
  /** Returns the versions of all stored blobs and, on disk, of those being written. */
  listBlobs(): Promise<string[]>
  /** Starts another process of the same installation: it shares only database and folder. */
  startAnother(): Promise<StorageService>
  /** Sends a request that the client cannot send. The path starts after `/storage/v1`. */
  request(path: string, init?: RequestInit): Promise<Response>
}

export async function createTestStorage(
  options: { settings?: Partial<StorageSettings>; sql?: string; hasPersonalTokens?: boolean } = {},
): Promise<TestStorage> {
  const database = await createTestDatabase()
  const scratch = createScratchFolder('memory')
  const folder = scratch.path
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'test', key_ops: ['sign', 'verify'] }
  const tokens = await createTokens([jwk], 'a shared secret for tests of at least 32 characters')
  if (options.sql) await database.connect('owner', { max: 1 }).unsafe(options.sql)
  await using started = new AsyncDisposableStack()
  const s3 = process.env.STORAGE_TEST_STORE === 's3' ? started.use(await startS3Server()).settings : undefined
  const settings = { ...parseStorageSettings({}), s3, ...options.settings }
  const log = createLog('error')
  const revocable = options.hasPersonalTokens ? await openRevocableTokens(database.connect, log) : undefined
  const liveTokens = revocable ? endAppsWithSession(tokens, revocable.appSessions) : tokens
  const start = () =>
    createStorageService({
      connect: database.connect,
      tokens: liveTokens,
      ...(revocable && { personalTokens: revocable.personalTokens }),
      keys: TEST_KEYS,
      settings,
      dataFolder: folder,
      log,
    })
  const service = await start()
  const others: StorageService[] = []
  const blobs = await openBlobStore(settings, join(folder, 'storage'))
  const running = started.move()
  const fetchInProcess: typeof fetch = (input, init) => service.fetch(new Request(input, init))
  const signToken = (claims: Record<string, unknown>) =>
    tokens.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
  const connectClient = (key: string, token?: string) =>
    createClient('http://storage.test', key, {
      global: { fetch: fetchInProcess },
      ...(token ? { accessToken: async () => token } : {}),
    })
  return {
    database,
    service,
    personalTokens: revocable?.personalTokens,
    liveTokens,
    folder,
    settings,
    blobs,
    tokens,
    admin: connectClient(TEST_KEYS.secretKey),
    visitor: connectClient(TEST_KEYS.publishableKey),
    as: async (subject) => connectClient(TEST_KEYS.publishableKey, await signToken({ sub: subject })),
    signToken,
    async listBlobs() {
      const versions: string[] = []
      for await (const version of blobs.listOlderThan(new Date(Date.now() + 60_000))) versions.push(version)
      return versions
    },
    async startAnother() {
      const another = await start()
      others.push(another)
      return another
    },
    request: (path, init) => service.fetch(new Request(`http://storage.test/storage/v1${path}`, init)),
    async [Symbol.asyncDispose]() {
      for (const one of [service, ...others]) await one.close()
      await revocable?.close()
      await running.disposeAsync()
      await database.close()
      scratch[Symbol.dispose]()
    },
  }
}

/**
 * Policies as apps write them: everyone reads the bucket `shared`; in `private` each account has its own folder.
 */
export const EXAMPLE_RULES = `
  create policy "everyone reads shared files" on storage.objects
    for select to anon, authenticated using (bucket_id = 'shared');
  create policy "accounts read their folder" on storage.objects
    for select to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "accounts add to their folder" on storage.objects
    for insert to authenticated
    with check (bucket_id in ('private', 'public') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "accounts change their folder" on storage.objects
    for update to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "accounts delete from their folder" on storage.objects
    for delete to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = (select auth.uid())::text);
`

/** Creates the buckets of {@link EXAMPLE_RULES}: `public` is public, `shared` and `private` are not. */
export async function createExampleBuckets(storage: TestStorage): Promise<void> {
  for (const id of ['public', 'shared', 'private']) {
    const { error } = await storage.admin.storage.createBucket(id, { public: id === 'public' })
    if (error) throw error
  }
}
