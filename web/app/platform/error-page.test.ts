import { expect, test } from 'vitest'
import { describeError } from './error-page.tsx'

const response = (status: number, statusText: string, data: unknown) => ({ status, statusText, data, internal: false })

test('a missing page says what was looked for (runtime 3.1)', () => {
  expect(describeError(response(404, 'Page Not Found', { message: 'Page Not Found: /spot/x' }))).toEqual({
    status: 404,
    heading: 'Page Not Found',
    message: 'Page Not Found: /spot/x',
  })
})

test('a status without words gets the default ones (runtime 3.1)', () => {
  expect(describeError(response(404, '', undefined)).heading).toBe('Page Not Found')
  expect(describeError(response(503, '', undefined)).heading).toBe('Internal Server Error')
})

test('an unexpected error tells nothing of itself (runtime 3.1)', () => {
  const { status, message } = describeError(new Error('password of the database'))
  expect(status).toBe(500)
  expect(message).not.toContain('database')
})

test('an error keeps its own status and words (runtime 3.1)', () => {
  expect(describeError(response(410, 'Gone for good', { message: 'It was taken away.' }))).toEqual({
    status: 410,
    heading: 'Gone for good',
    message: 'It was taken away.',
  })
  expect(describeError(response(500, 'Broken', undefined))).toMatchObject({ status: 500, heading: 'Broken' })
})
