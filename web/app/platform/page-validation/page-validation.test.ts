import { expect, test } from 'vitest'
import { pageRules } from '../../page-rules.ts'
import { type PageRule, validatePage } from './page-validation.ts'

const to = { fullPath: '/city/x?kind=bench', params: { name: 'x' } }

/** Returns the error that a page's rule throws; undefined when it passes. */
async function sendRequest(rule: PageRule): Promise<unknown> {
  return validatePage({ 'city/:name': rule }, 'city/:name', to).catch((thrown: unknown) => thrown)
}

test('accepts only true, returned or resolved, and makes everything else fatal (runtime 2.1)', async () => {
  expect(await sendRequest(() => true)).toBeUndefined()
  expect(await sendRequest(async () => true)).toBeUndefined()
  for (const verdict of [false, undefined]) {
    expect(await sendRequest(() => verdict)).toMatchObject({
      data: { message: 'Page Not Found: /city/x?kind=bench', path: '/city/x?kind=bench', fatal: true },
      init: { status: 404, statusText: 'Page Not Found: /city/x?kind=bench' },
    })
  }
  expect(await sendRequest(async () => false)).toMatchObject({ init: { status: 404 } })
  for (const almost of [null, 0, 1, '', 'true', [], () => true]) {
    expect(await sendRequest(() => almost as unknown as boolean), String(almost)).toMatchObject({
      init: { status: 404 },
    })
  }
})

test('uses the status and message that a rule returns (runtime 2.1)', async () => {
  expect(await sendRequest(() => ({ status: 410 }))).toMatchObject({
    init: { status: 410, statusText: 'Page Not Found: /city/x?kind=bench' },
  })
  expect(await sendRequest(() => ({ statusText: 'Gone for\r\n good' }))).toMatchObject({
    data: { message: 'Gone for\r\n good' },
    init: { status: 404, statusText: 'Gone for good' },
  })
})

test('accepts a page without a rule (runtime 2.1)', async () => {
  expect(await validatePage(pageRules, 'about', { fullPath: '/about', params: {} })).toBeUndefined()
})

test('rejects parameters that no database can store (runtime 2.1)', async () => {
  for (const name of ['a\0b', 'a'.repeat(201)]) {
    await expect(validatePage(pageRules, 'city/:name', { fullPath: '/x', params: { name } })).rejects.toMatchObject({
      init: { status: 404 },
    })
  }
})
