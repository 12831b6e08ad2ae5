import { expect, test } from 'vitest'
import { createSpotDraft, findSpotDraft, isEmptySpotDraft, mergeSpotDrafts } from './spot-draft.ts'

const typed = (fields: object) => {
  const draft = createSpotDraft('key')
  return { ...draft, fields: { ...draft.fields, ...fields } }
}

test('treats a draft as empty until something is typed, chosen or added', () => {
  expect(isEmptySpotDraft(createSpotDraft('key'))).toBe(true)
  expect(isEmptySpotDraft(typed({ title: 'V' }))).toBe(false)
  expect(isEmptySpotDraft(typed({ visibility: 'private' }))).toBe(false)
})

test('restores a saved draft with files that were not uploaded', () => {
  const file = new Blob(['x'])
  const draft = {
    ...typed({ title: 'Villa' }),
    photos: [{ key: 'a', name: 'a.jpg', file, stored: null, altText: 'Vines' }],
    keptAt: 1,
  }
  expect(findSpotDraft(structuredClone(draft))).toEqual(draft)
})

test('ignores data that is not a draft of this form', () => {
  for (const kept of [undefined, null, 'text', {}, { ...createSpotDraft('key'), fields: { title: 1 } }])
    expect(findSpotDraft(kept)).toBeUndefined()
})

test('keeps text typed before the saved draft was loaded', () => {
  const merged = mergeSpotDrafts(
    { ...typed({ title: 'Old', tags: 'view' }), submissionKey: 'kept' },
    typed({ title: 'New' }),
  )
  expect(merged.submissionKey).toBe('kept')
  expect(merged.fields).toMatchObject({ title: 'New', tags: 'view' })
})

test('returns the saved draft itself when nothing was typed before it was loaded, so that it is not saved again', () => {
  const kept = typed({ title: 'Old' })
  expect(mergeSpotDrafts(kept, createSpotDraft('new'))).toBe(kept)
})
