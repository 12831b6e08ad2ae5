import { expect, test } from 'vitest'
import { openMuseum } from '../contract/museum.ts'
import { KEYS } from '../library-service.ts'
import { FILTERS, selectWorks } from './filters.ts'
import { createHttpClient } from './http-client.ts'

const museum = await openMuseum()
const client = await createHttpClient(museum.service, KEYS.secretKey)

test.each(FILTERS)('%s finds its rows (%#) (rest 7)', async (_method, sendRequest, found) => {
  const { data, error } = await sendRequest(selectWorks(client)).order('id')
  expect(error ?? data).toEqual(found.map((id) => ({ id })))
})

test('finds rows by a list of thousands of values (rest 13)', async () => {
  const { data, error } = await selectWorks(client).in(
    'id',
    Array.from({ length: 4000 }, (_, i) => i + 1),
  )
  expect(error ?? data).toHaveLength(6)
})
