import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deleteFormDrafts, findFormDraft, listTypedFields, saveFormDraft } from './form-drafts.ts'

/** A storage whose keys are enumerable, as in browsers. */
function createStorage(entries: Record<string, string> = {}) {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
    removeItem: (key: string) => void delete entries[key],
  }
  const storage = new Proxy(entries, {
    get: (kept, key) => Reflect.get(methods, key) ?? Reflect.get(kept, key),
  })
  return storage
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', createStorage({ 'hereabouts:reload': 'x' }))
  onTestFinished(() => void vi.unstubAllGlobals())
})

test('returns a draft until it is deleted', () => {
  saveFormDraft('anna /spot/a comment', { body: 'Mind the step' })
  expect(findFormDraft('anna /spot/a comment')).toEqual({ body: 'Mind the step' })
  expect(findFormDraft('ben /spot/a comment')).toBeUndefined()
  saveFormDraft('anna /spot/a comment', {})
  expect(findFormDraft('anna /spot/a comment')).toBeUndefined()
})

test('deletes all drafts and nothing else', () => {
  saveFormDraft('a', { body: 'x' })
  saveFormDraft('b', { body: 'y' })
  deleteFormDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['hereabouts:reload'])
})

test('ignores other values in storage', () => {
  for (const text of ['', 'x', '7', '[]', '["a"]', '{"body":1}', 'null']) {
    sessionStorage.setItem('hereabouts:draft:a', text)
    expect(findFormDraft('a') ?? {}, text).toEqual({})
  }
})

test('has no drafts without storage', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(findFormDraft('a')).toBeUndefined()
  expect(() => saveFormDraft('a', { body: 'x' })).not.toThrow()
})

test('keeps only fields that differ from their saved values', () => {
  const saved = { body: 'Go early', rating: '4' }
  expect(listTypedFields(saved, { body: 'Go early ', rating: '4' })).toEqual({})
  expect(listTypedFields(saved, { body: 'Go late', rating: '4' })).toEqual({ body: 'Go late' })
  expect(listTypedFields(saved, { body: '', rating: '5' })).toEqual({ body: '', rating: '5' })
})
