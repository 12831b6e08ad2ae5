import { expect, test, vi } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import type { LoadedSpotPage } from '../spot-page.ts'
import { toSpotFields } from './edit-spot.ts'
import { saveSpot } from './save-spot.server.ts'

const VIEWER = 'mara'
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
]

const page = {
  spot: { ...createSpotSummary(), description: '', address: null, website: null, access: 'unknown' },
  exact_point: null,
  photos: [FIRST, SECOND, THIRD].map((id) => ({ id, author_id: VIEWER, alt_text: `Photo ${id.at(-1)}` })),
} as unknown as LoadedSpotPage

/** The form as it was opened before the third photo was added. */
function fillForm(photos: string[]): FormData {
  const form = new FormData()
  const fields = toSpotFields(page)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('seen', JSON.stringify(fields))
  for (const id of [FIRST, SECOND]) form.append('photo_seen', id)
  for (const id of photos) form.append('photo', id)
  return form
}

async function save(form: FormData, response: object) {
  const rpc = vi.fn().mockResolvedValue(response)
  // Without `from`: the call that saves the changes is the only one that may delete photos.
  const store = { supabase: { rpc } as unknown as Supabase, folder: { root: '', reader: null } as never }
  const rejection = await saveSpot(store, { page, viewerId: VIEWER, form })
  return { rejection, sent: rpc.mock.calls[0]?.[1] }
}

test('keeps photos that were added in another tab since the form was opened', async () => {
  const { sent } = await save(fillForm([SECOND]), { data: {}, error: null, status: 200 })
  expect(sent).toMatchObject({ changes: {}, photo_ids: [SECOND, THIRD], alt_texts: ['', 'Photo 3'] })
})

test('deletes no photo when the changes are rejected', async () => {
  const error = { code: 'PT400', message: 'Too long.' }
  const { rejection } = await save(fillForm([SECOND]), { data: null, error, status: 400 })
  expect(rejection?.message).toBe('Too long.')
})

test('saves nothing in a spot that was merged into another one while its form was open', async () => {
  const rpc = vi.fn().mockResolvedValue({ data: 'keptmill2345', error: null, status: 200 })
  const store = { supabase: { rpc } as unknown as Supabase, folder: { root: '', reader: null } as never }
  const merged = { ...page, spot: { ...page.spot, status: 'removed' as const } }
  const rejection = await saveSpot(store, { page: merged, viewerId: VIEWER, form: fillForm([FIRST]) })
  expect(rejection?.message).toMatch(/^Nothing was saved, because this spot was merged/)
  expect(rpc.mock.calls.map(([name]) => name)).toEqual(['find_merged_spot'])
})
