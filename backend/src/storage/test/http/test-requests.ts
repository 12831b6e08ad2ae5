import { createExampleBuckets, createTestStorage, EXAMPLE_RULES, TEST_KEYS, type TestStorage } from '../test-storage.ts'

export const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Creates a storage with the buckets of the contract's error tests and one object. */
export async function createErrorStorage(): Promise<TestStorage> {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES, settings: { fileSizeLimitBytes: 5000 } })
  await createExampleBuckets(storage)
  await storage.admin.storage.createBucket('images', {
    public: true,
    allowedMimeTypes: ['image/*'],
    fileSizeLimit: 100,
  })
  await storage.admin.storage.from('private').upload('a.txt', 'x')
  return storage
}

export type Requested = [method: string, path: string, init?: { headers?: Record<string, string>; body?: BodyInit }]

export async function sendRequest(
  storage: TestStorage,
  [method, path, init]: Requested,
): Promise<[status: number, body: unknown]> {
  const response = await storage.request(path, { method, ...init })
  return [response.status, await response.json()]
}

export const json = (body: unknown, headers = ADMIN) => ({
  headers: { ...headers, ...JSON_TYPE },
  body: JSON.stringify(body),
})
export const raw = (body: BodyInit, headers: Record<string, string> = {}) => ({
  body,
  headers: { ...ADMIN, ...headers },
})
export const form = (...parts: [name: string, value: string | Blob][]) => {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return { headers: ADMIN, body: data }
}
