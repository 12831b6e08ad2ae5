import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll } from 'vitest'
import { createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

type StorageApi = ReturnType<typeof createClient>['storage']

/** The methods of the published client, by the test file that calls them. */
export const METHODS = {
  files: [
    'createSignedUploadUrl',
    'createSignedUrl',
    'createSignedUrls',
    'download',
    'exists',
    'from',
    'getPublicUrl',
    'info',
    'list',
    'listV2',
    'update',
    'upload',
    'uploadToSignedUrl',
  ],
  buckets: [
    'copy',
    'createBucket',
    'deleteBucket',
    'deleteBucketLifecycle',
    'emptyBucket',
    'getBucket',
    'getBucketLifecycle',
    'listBuckets',
    'move',
    'purgeBucketCache',
    'purgeCache',
    'remove',
    'setHeader',
    'throwOnError',
    'toBase64',
    'updateBucket',
    'updateBucketLifecycle',
    'vectors',
    'analytics',
  ],
}
/** Buckets created by the app's migrations. */
export const OF_THE_APP = ['avatars', 'exports', 'photos']
export const BYTES = Buffer.from('0123456789')

/** Starts a server before the tests of a file, and calls it with the published client, unmodified, over HTTP. */
export function useClient() {
  const called = new Set<string>()
  let storage: TestStorage
  let server: ReturnType<typeof createServer>
  let url: string
  let client: StorageApi

  beforeAll(async () => {
    storage = await createTestStorage()
    const listener = getRequestListener((request, connection) => storage.service.fetch(request, connection), {
      overrideGlobalObjects: false,
    })
    server = createServer((request, response) => void listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    client = createClient(url, TEST_KEYS.secretKey, { auth: { persistSession: false } }).storage
    await client.createBucket('files', { public: true })
    await client.createBucket('other')
  })

  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await storage[Symbol.asyncDispose]()
  })

  const recordCalls = <Api extends object>(api: Api): Api =>
    new Proxy(api, {
      get(target, name) {
        called.add(String(name))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  /** Records the methods that are called on a bucket of the client. */
  const files = (bucket = 'files') => recordCalls(client.from(bucket))
  return {
    called,
    files,
    buckets: () => recordCalls(client),
    read: async (path: string) =>
      Buffer.from((await (await files().download(path)).data?.arrayBuffer()) ?? new ArrayBuffer()),
    storage: () => storage,
    url: () => url,
    client: () => client,
  }
}
