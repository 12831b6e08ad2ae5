import { expect, test } from 'vitest'
import { describeError } from './error-page.tsx'

const response = (status: number, statusText: string, data: unknown) => ({ status, statusText, data, internal: false })

test('names the missing page on a 404 (runtime 3.1)', () => {
  expect(describeError(response(404, 'Page Not Found', { message: 'Page Not Found: /spot/x' }))).toEqual({
    status: 404,
    heading: 'Page Not Found',
    message: 'Page Not Found: /spot/x',
  })
})

test('uses the default message for a status without text (runtime 3.1)', () => {
  expect(describeError(response(404, '', undefined)).heading).toBe('Page Not Found')
  expect(describeError(response(503, '', undefined)).heading).toBe('Internal Server Error')
})

test('hides the details of an unexpected error (runtime 3.1)', () => {
  const { status, message } = describeError(new Error('password of the database'))
  expect(status).toBe(500)
  expect(message).not.toContain('database')
})

test('keeps the status and message of a thrown error (runtime 3.1)', () => {
  expect(describeError(response(410, 'Gone for good', { message: 'It was taken away.' }))).toEqual({
    status: 410,
    heading: 'Gone for good',
    message: 'It was taken away.',
  })
  expect(describeError(response(500, 'Broken', undefined))).toMatchObject({ status: 500, heading: 'Broken' })
})
