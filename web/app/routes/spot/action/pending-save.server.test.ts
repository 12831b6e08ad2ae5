import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { rememberSave } from '#app/features/lists/remembered-save.server.ts'
import { completeSave } from './pending-save.server.ts'

/** A client whose service sends one response to everything. */
function createService(status: number, response: object) {
  return createClient('http://data.test', 'none', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async () => Response.json(response, { status }) },
  })
}

const request = new Request('http://site.test/spot/abc', {
  headers: { cookie: rememberSave('abc').split(';')[0] ?? '' },
})

test('saves a remembered spot after sign-up and deletes its cookie', async () => {
  const completed = await completeSave(createService(200, {}), { request, spotId: 'abc' })
  expect(completed?.problem).toBeUndefined()
  expect(completed?.cookie).toContain('Max-Age=0')
  expect(await completeSave(createService(200, {}), { request, spotId: 'other' })).toBeUndefined()
})

test('returns the reason when a spot could not be saved after sign-up', async () => {
  const full = createService(400, { code: 'PT400', message: 'This list is full.', details: null, hint: null })
  const completed = await completeSave(full, { request, spotId: 'abc' })
  expect(completed?.problem).toBe('This list is full.')
  expect(completed?.cookie).toContain('Max-Age=0')
  const broken = await completeSave(createService(500, { code: 'XX000', message: 'gone' }), { request, spotId: 'abc' })
  expect(broken?.problem).toContain('Something went wrong on the server.')
})
