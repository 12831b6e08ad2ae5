import { afterAll, vi } from 'vitest'

// Runs the tests of the protocol again with worker threads. They read this variable when they start the service.
vi.stubEnv('FUNCTIONS_TEST_ISOLATION', 'worker')
afterAll(() => void vi.unstubAllEnvs())
// Another file of this worker may have imported them, and only their first import defines tests.
vi.resetModules()
await import('./contract/calls.test.ts')
await import('./contract/platform.test.ts')
await import('./contract/streams.test.ts')
await import('./contract/modules.test.ts')
await import('./unread-bodies.test.ts')
