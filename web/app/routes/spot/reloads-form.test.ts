import { expect, test } from 'vitest'
import { reloadsForm } from './reloads-form.ts'

const here = new URL('http://localhost/spot/mill/edit')
const args = { currentUrl: here, nextUrl: here, defaultShouldRevalidate: true }

test('keeps the form when the same page is checked again', () => {
  expect(reloadsForm(args)).toBe(false)
})

test('loads another page, and the same page after a form', () => {
  expect(reloadsForm({ ...args, nextUrl: new URL('http://localhost/spot/other/edit') })).toBe(true)
  expect(reloadsForm({ ...args, formMethod: 'POST' })).toBe(true)
  expect(reloadsForm({ ...args, formMethod: 'POST', defaultShouldRevalidate: false })).toBe(false)
})
