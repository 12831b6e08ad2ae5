import { expect, test } from 'vitest'
import { openRawSocket } from './raw-socket.ts'
import { createTestRealtime, TEST_KEYS } from './test-realtime.ts'

test('shows metrics to the secret key only (realtime 13)', async () => {
  await using realtime = await createTestRealtime()
  const socket = await openRawSocket(realtime, { version: '2.0.0' })
  await socket.join('realtime:room')
  const get = (headers: Record<string, string>) => fetch(`${realtime.url}/realtime/v1/metrics`, { headers })

  const member = await realtime.signToken({ sub: crypto.randomUUID() })
  const { publishableKey, secretKey } = TEST_KEYS
  for (const headers of [{}, { apikey: publishableKey }, { authorization: `Bearer ${member}` }, { apikey: 'wrong' }])
    expect((await get(headers as Record<string, string>)).status).toBe(404)
  expect((await fetch(`${realtime.url}/realtime/v1/metrics?apikey=${secretKey}`)).status).toBe(404)

  const response = await get({ authorization: `Bearer ${secretKey}` })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  const text = await response.text()
  expect(text).toContain('# TYPE realtime_connections gauge\nrealtime_connections 1\n')
  expect(text).toMatch(/^realtime_channels 1$/m)
  expect(text).toMatch(/^realtime_messages_in_total [1-9]\d*$/m)
  expect(text).toMatch(/^realtime_stream_lag_bytes \d+$/m)
})
