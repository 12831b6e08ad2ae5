import { vi } from 'vitest'

// The tests of every URL once more, with an S3 store behind the service. They read this when they start it.
vi.stubEnv('STORAGE_TEST_STORE', 's3')
await import('../buckets/buckets.test.ts')
await import('../upload/upload.test.ts')
await import('../objects/objects.test.ts')
await import('../objects/download.test.ts')
await import('../resumable/resumable.test.ts')
await import('../render/render.test.ts')
await import('../client/every-method.test.ts')
