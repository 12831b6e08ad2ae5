import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../test/find-free-port.ts'
import { openSocket } from './open-socket.ts'

test('the first host that answers is taken, and a socket that will be encrypted is kept for postgres.js', async () => {
  const server = createServer((socket) => socket.end('hello'))
  const port = await findFreePort()
  const closed = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const told: Socket[] = []
  const address = { path: false, host: ['127.0.0.1', '127.0.0.1'], port: [closed, port] } as const
  const plain = await openSocket(
    { ...address, host: [...address.host], port: [...address.port], ssl: false },
    (socket) => told.push(socket),
  )
  expect(told).toEqual([plain])
  const encrypted = await openSocket({ path: false, host: ['127.0.0.1'], port: [port], ssl: 'require' }, (socket) =>
    told.push(socket),
  )
  expect([told.length, encrypted]).toMatchObject([1, { host: '127.0.0.1', port }])
  await expect(
    openSocket({ path: false, host: ['127.0.0.1'], port: [closed], ssl: false }, () => {}),
  ).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  for (const socket of [plain, encrypted]) socket.destroy()
  server.close()
})
