import { expect, test } from 'vitest'
import { createSpotDraft, findSpotDraft, isEmptySpotDraft, mergeSpotDrafts } from './spot-draft.ts'

const typed = (fields: object) => {
  const draft = createSpotDraft('key')
  return { ...draft, fields: { ...draft.fields, ...fields } }
}

test('a draft is empty until something is typed, chosen or added', () => {
  expect(isEmptySpotDraft(createSpotDraft('key'))).toBe(true)
  expect(isEmptySpotDraft(typed({ title: 'V' }))).toBe(false)
  expect(isEmptySpotDraft(typed({ visibility: 'private' }))).toBe(false)
})

test('a draft comes back as it was kept, with files that were not sent', () => {
  const file = new Blob(['x'])
  const draft = {
    ...typed({ title: 'Villa' }),
    photos: [{ key: 'a', name: 'a.jpg', file, stored: null, altText: 'Vines' }],
    keptAt: 1,
  }
  expect(findSpotDraft(structuredClone(draft))).toEqual(draft)
})

test('what is no draft of this form is none', () => {
  for (const kept of [undefined, null, 'text', {}, { ...createSpotDraft('key'), fields: { title: 1 } }])
    expect(findSpotDraft(kept)).toBeUndefined()
})

test('what was typed before the kept draft was found is not lost', () => {
  const merged = mergeSpotDrafts(
    { ...typed({ title: 'Old', tags: 'view' }), submissionKey: 'kept' },
    typed({ title: 'New' }),
  )
  expect(merged.submissionKey).toBe('kept')
  expect(merged.fields).toMatchObject({ title: 'New', tags: 'view' })
})
