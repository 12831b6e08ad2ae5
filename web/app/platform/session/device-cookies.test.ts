import { expect, test, vi } from 'vitest'
import { withDeviceCookies } from './device-cookies.ts'

const DEVICE = 'hereabouts-device-0123456789abcdef=id.proof'
const COOKIES = `theme=night; ${DEVICE}; sb-127-auth-token=secret`

function prepare(setCookies: string[] = []) {
  const headers = new Headers(setCookies.map((line) => ['set-cookie', line]))
  const backend = vi.fn<typeof fetch>(async () => new Response('{}', { headers }))
  const passedOn: string[] = []
  const send = withDeviceCookies(backend, COOKIES, (line) => passedOn.push(line))
  const getSentCookie = () => new Headers(backend.mock.lastCall?.[1]?.headers).get('cookie')
  return { send, passedOn, getSentCookie }
}

test("sends only the visitor's device cookies with a sign-in (auth 6.5)", async () => {
  const { send, getSentCookie } = prepare()
  await send('http://127.0.0.1:3000/map/auth/v1/token?grant_type=password', { headers: { apikey: 'public' } })
  expect(getSentCookie()).toBe(DEVICE)
})

test('sends no cookie with other calls (auth 6.5)', async () => {
  const { send, getSentCookie } = prepare()
  await send('http://127.0.0.1:3000/rest/v1/spots?select=id')
  expect(getSentCookie()).toBeNull()
})

test('passes on the device cookies that the backend sets, and no others (auth 6.5)', async () => {
  const device = `${DEVICE}; Max-Age=15552000; Path=/auth/; HttpOnly; SameSite=Lax`
  const { send, passedOn } = prepare([device, 'other=1; Path=/'])
  await send('http://127.0.0.1:3000/auth/v1/token?grant_type=password')
  expect(passedOn).toEqual([device])
})
