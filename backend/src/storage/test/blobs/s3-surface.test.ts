import { afterAll, vi } from 'vitest'

// Runs the tests of every URL again with S3. They read this variable when they start the service. The tests of
// rendering are left out: only the reading of the source differs, which the tests of the client cover.
vi.stubEnv('STORAGE_TEST_STORE', 's3')
afterAll(() => void vi.unstubAllEnvs())
// Another file of this worker may have imported them, and only their first import defines tests.
vi.resetModules()
await import('../buckets/buckets.test.ts')
await import('../upload/upload.test.ts')
await import('../objects/objects.test.ts')
await import('../objects/download.test.ts')
await import('../resumable/resumable.test.ts')
await import('../resumable/resumable-rules.test.ts')
await import('../client/every-method.test.ts')
await import('../client/files.test.ts')
