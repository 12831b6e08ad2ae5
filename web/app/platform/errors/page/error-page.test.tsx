import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeError } from './describe-error.ts'
import { ErrorSheet } from './error-page.tsx'

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

test('says what to do after a server error without text (runtime 3.1)', () => {
  expect(renderText(response(502, '', undefined))).toContain('Nothing is lost; try again in a moment.')
  expect(describeError(response(410, 'Gone for good', undefined)).message).toBe('')
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

test('shows a network failure without a status (runtime 3.1)', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const error = new TypeError('Failed to fetch')
  vi.stubGlobal('navigator', { onLine: false })
  expect(describeError(error)).toMatchObject({ status: undefined, heading: 'You are offline' })
  expect(renderText(error)).not.toContain('500')
  vi.stubGlobal('navigator', { onLine: true })
  expect(describeError(error)).toMatchObject({ status: undefined, heading: 'No connection' })
})

/** Returns the text of the error page, without its title. */
function renderText(error: unknown): string {
  const router = createMemoryRouter([{ path: '/', element: <ErrorSheet error={error} /> }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return html.replace(/<title>.*?<\/title>/, '').replaceAll(/<[^>]*>/g, ' ')
}

test('shows the reason of a rule only where it differs from the heading (runtime 2.1, 3.1)', () => {
  const countReason = (error: unknown, reason: string) => renderText(error).split(reason).length - 1
  expect(countReason(response(410, 'Gone for good', { message: 'Gone for good' }), 'Gone for good')).toBe(1)
  const taken = response(410, 'Gone for good', { message: 'It was taken away.' })
  expect([countReason(taken, 'Gone for good'), countReason(taken, 'It was taken away.')]).toEqual([1, 1])
  const missing = response(404, 'Page Not Found: /spot/x', { message: 'Page Not Found: /spot/x' })
  expect(countReason(missing, 'Page Not Found')).toBe(1)
})
