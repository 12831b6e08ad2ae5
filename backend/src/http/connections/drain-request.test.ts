import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hasWholeBody } from './drain-request.ts'

/** Sends chunks of 1 kB with the pauses before them, and returns whether the server got the whole body. */
async function sendSlowly(pausesMs: number[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  await using server = createServer(async (incoming, response) => {
    resolve(await hasWholeBody(incoming))
    response.setHeader('connection', 'close').end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const sent = request({ port: (server.address() as AddressInfo).port, method: 'POST' }).on('error', () => {})
  for (const pause of pausesMs) {
    sent.write(Buffer.alloc(1024))
    await sleep(pause)
  }
  sent.end()
  return promise
}

test('reads a slow body to its end', async () => {
  expect(await sendSlowly([400, 400, 400, 400])).toBe(true)
})

test('gives up on a body that stops arriving', async () => {
  expect(await sendSlowly([0, 1500])).toBe(false)
})
