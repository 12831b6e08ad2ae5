import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startProgram } from '../../../test/program.ts'
import { createScratchFolder } from '../../../test/scratch-folder.ts'
import { subscribe } from './subscribe.ts'

test('serves sockets in the stand-alone program and closes them at its end (realtime 13)', {
  timeout: 120_000,
}, async () => {
  using folder = createScratchFolder('memory')
  await using program = await startProgram({ dataFolder: folder.path })
  await program.ready()
  const { publishableKey } = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8'))
  const client = createClient(program.url, publishableKey, { auth: { persistSession: false } })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const channel = client
    .channel('room', { config: { broadcast: { self: true } } })
    .on('broadcast', { event: 'e' }, resolve)
  await subscribe(channel)
  await channel.send({ type: 'broadcast', event: 'e', payload: { a: 1 } })
  expect(await promise).toMatchObject({ payload: { a: 1 } })
  await client.realtime.disconnect()

  const socket = new WebSocket(`${program.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}`)
  await new Promise((opened) => socket.once('open', opened))
  const closed = new Promise((settle) => socket.once('close', settle))
  program.signal('SIGTERM')
  expect(await closed).toBe(1012)
  expect(await program.ended()).toBe(0)
})

test('serves other upgrade requests like ordinary requests (realtime 1)', { timeout: 120_000 }, async () => {
  using folder = createScratchFolder('memory')
  await using program = await startProgram({ dataFolder: folder.path })
  await program.ready()
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}/auth/v1/health`)
  const status = await new Promise((settle) => {
    socket.once('unexpected-response', (_request, response) => settle(response.statusCode))
    socket.once('error', settle)
  })
  expect(status).toBe(200)
})
