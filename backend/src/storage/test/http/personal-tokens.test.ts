import { expect, test } from 'vitest'
import { AppError } from '../../../http/app-error.ts'
import { createLog } from '../../../http/log.ts'
import { ConnectionError } from '../../../postgres/statements/database-error.ts'
import { createStorageService } from '../../service.ts'
import { createExampleBuckets, createTestStorage, TEST_KEYS } from '../test-storage.ts'

test.each([
  [503, '1', 'the database is busy', new ConnectionError('POOL_TIMEOUT', 'All connections are busy.')],
  [429, '60', 'the token makes too many requests', new AppError(429, 'token_busy', 'Try again in a minute.')],
])(
  'returns %i and Retry-After %s for a personal access token while %s, and not that it is invalid (storage 1)',
  async (status, seconds, _, cause) => {
    await using storage = await createTestStorage()
    await createExampleBuckets(storage)
    const service = await createStorageService({
      connect: storage.database.connect,
      tokens: storage.tokens,
      personalTokens: { authenticate: () => Promise.reject(cause), clear() {} },
      keys: TEST_KEYS,
      settings: storage.settings,
      dataFolder: storage.folder,
      log: createLog('error', () => {}),
    })
    for (const path of ['/object/authenticated/private/a.txt', '/object/private/a.txt']) {
      const headers = { authorization: 'Bearer hab_token' }
      const response = await service.fetch(new Request(`http://storage.test/storage/v1${path}`, { headers }))
      const { code } = await response.json()
      expect([response.status, response.headers.get('retry-after'), code]).toEqual([status, seconds, 'SlowDown'])
    }
    await service.close()
  },
)
