import { expect, test } from 'vitest'
import { type Answer, openMuseum } from '../contract/museum.ts'
import { KEYS } from '../library-service.ts'
import { selectWorks } from './filters.ts'
import { createHttpClient } from './http-client.ts'

const museum = await openMuseum()
const client = await createHttpClient(museum.service, KEYS.secretKey)

test('lets the client retry after a 503 (rest 13)', async () => {
  const owner = museum.database.connect('owner', { max: 1 })
  await owner.unsafe(`create function second_time() returns text language plpgsql stable as $$
    declare again text := current_setting('request.headers')::json ->> 'x-retry-count';
    begin
      if again is null then raise sqlstate 'PT503' using message = 'Not yet'; end if;
      return again;
    end $$;
    grant execute on function second_time to service_role`)
  await museum.service.reload()
  expect(await client.rpc('second_time', {}, { get: true }).retry(false)).toMatchObject({
    status: 503,
    statusText: 'Not yet',
    error: { code: 'PT503' },
  })
  expect(await client.rpc('second_time', {}, { get: true })).toMatchObject({ error: null, data: '1' })
})

test('ends an aborted request and reuses its connection (rest 13)', async () => {
  const begun = performance.now()
  const ended = (await client.rpc('slow', { seconds: 5 }).abortSignal(AbortSignal.timeout(50))) as Answer
  expect([ended.data, ended.status, ended.error?.message]).toEqual([null, 0, expect.stringMatching(/Timeout|Abort/)])
  expect(performance.now() - begun).toBeLessThan(2000)
  expect(await selectWorks(client).eq('id', 1).abortSignal(new AbortController().signal)).toMatchObject({
    error: null,
    data: [{ id: 1 }],
  })
})
