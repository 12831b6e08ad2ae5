import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const peer = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

test('shows the outbox to the same machine only', async () => {
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  await auth.request('/recover', { json: { email: 'ada@example.org' } })
  const open = (url: string, address: string | undefined, headers = {}) =>
    auth.fetch(new Request(url, { headers }), address ? peer(address) : {})
  const shown = await open('http://localhost:3000/outbox', '127.0.0.1')
  expect(await shown.json()).toMatchObject([{ recipient: 'ada@example.org', subject: 'Reset your password' }])
  const page = await open('http://[::1]:3000/outbox', '::ffff:127.0.0.1', { accept: 'text/html' })
  expect(await page.text()).toContain('<a href="http://api.test:3000/auth/v1/verify?')

  const refused = [
    await open('http://localhost:3000/outbox', undefined),
    await open('http://localhost:3000/outbox', '192.168.1.7'),
    await open('http://localhost:3000/outbox', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }),
    await open('http://rebound.evil.test:3000/outbox', '127.0.0.1'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
