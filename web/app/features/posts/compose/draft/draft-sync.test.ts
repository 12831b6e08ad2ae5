import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { DraftSync } from './draft-sync.ts'
import type { StoryDraft } from './story-draft-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SAVED = {
  id: 'p1',
  slug: 'up',
  status: 'draft',
  version: 1,
  base_version: null,
  saved_at: '2026-11-20T10:00:00Z',
}

/** Opens a new story with a text. `answer` is the response of the server to each call. */
function openStory(answer: (path: string) => Response) {
  const copies = new Map<string, StoryDraft>()
  const { client, calls } = createTestClient({ answer: ({ path }) => answer(path) })
  const sync = new DraftSync({
    page: null,
    submissionKey: '00000000-0000-4000-8000-000000000001',
    getClient: async () => client,
    copies: {
      find: async (key) => copies.get(key),
      save: async (key, copy) => void copies.set(key, copy),
      delete: async (key) => void copies.delete(key),
    },
    onCreate: () => undefined,
  })
  sync.saveAutomatically()
  sync.change({ title: 'Up', body: 'A walk.' })
  const countSaves = () => calls.filter(({ path }) => path.endsWith('/save_story')).length
  return { sync, copies, countSaves }
}

test('says why the server rejects a draft', async () => {
  const { sync } = openStory(() => Response.json({ code: 'PT404', message: 'Story not found.' }, { status: 404 }))
  await sync.save()
  expect(sync.getView().state).toEqual({ kind: 'rejected', message: 'Story not found.' })
})

test('sends a draft again after it could not be published', async () => {
  const { sync, countSaves } = openStory((path) =>
    path.endsWith('/save_story')
      ? Response.json(SAVED)
      : Response.json({ code: 'XX000', message: '' }, { status: 500 }),
  )
  await expect(sync.publish()).rejects.toThrow()
  expect(sync.getView().state.kind).toBe('failed')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(countSaves()).toBe(1)
  expect(sync.getView().state.kind).toBe('saved')
})

test('saves what was written after a story could not be deleted', async () => {
  const { sync, copies, countSaves } = openStory(() => Response.json(SAVED))
  await sync.discard()
  sync.change({ body: 'A walk in the rain.' })
  await sync.save()
  expect(countSaves()).toBe(0)
  await sync.resume()
  expect(copies.get('new')?.fields.body).toBe('A walk in the rain.')
  await vi.advanceTimersByTimeAsync(5000)
  expect(countSaves()).toBe(1)
})
