import { createStaticHandler, isRouteErrorResponse, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readFormsBy } from './form-actions.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'

/** Sends a body to a page whose action reads a form, and returns the status of the page. */
async function send(type: string | undefined, body: string | FormData): Promise<number> {
  const action = readFormsBy(
    async ({ request }) => [...(await request.formData())].length,
    () => undefined,
  )
  const { query } = createStaticHandler([{ path: '/', action }])
  const request = new Request('http://here/', {
    method: 'POST',
    body,
    ...(type && { headers: { 'content-type': type } }),
  })
  const page = await query(request, { requestContext: new RouterContextProvider() })
  if (page instanceof Response) return page.status
  const [error] = Object.values(page.errors ?? {})
  if (error === undefined) return page.statusCode
  return isRouteErrorResponse(error) ? error.status : 500
}

test('passes valid forms to the action', async () => {
  const form = new FormData()
  form.append('photo', new File(['a\0b'], 'a.jpg'))
  expect(await send(undefined, form)).toBe(200)
  expect(await send(FORM, 'intent=save')).toBe(200)
  expect(await send(`${FORM};charset=UTF-8`, '')).toBe(200)
})

test('returns 415 for a body that is not a form', async () => {
  expect(await send('application/json', '{}')).toBe(415)
  expect(await send('text/plain', 'intent=save')).toBe(415)
})

test('returns 400 for a broken form and for text with NUL', async () => {
  expect(await send(MULTIPART, '--x')).toBe(400)
  expect(await send('multipart/form-data', '--x--')).toBe(400)
  expect(await send(FORM, 'intent=a%00b')).toBe(400)
})
