import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DraftSync } from '../../web/app/features/posts/compose/draft/draft-sync.ts'
import { findStoryEditor } from '../../web/app/features/posts/compose/draft/story-commands.ts'
import type { LocalCopies, StoryDraft } from '../../web/app/features/posts/compose/draft/story-draft-store.ts'
import { EMPTY_STORY, type StoryEditorPage } from '../../web/app/features/posts/compose/draft/story-fields.ts'
import { CONTENT_LIMITS } from '../../web/app/lib/content-limits.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let author: Awaited<ReturnType<typeof signUp>>
/** Responses that get lost on their way to the client. */
let lost = 0
/** Requests that were rejected because of a newer version. */
let conflicts = 0
let copies: Map<string, StoryDraft>

beforeAll(async () => {
  app = await createTestApp()
  author = await signUp(app, 'author@example.org', async (input, init) => {
    const response = await app.fetch(input, init)
    if (response.status === 409) conflicts += 1
    if (lost === 0) return response
    lost -= 1
    throw new TypeError('fetch failed')
  })
  await app.owner`insert into public.users (id, username) values (${author.id}, 'author')`
})
beforeEach(async () => {
  await app.owner`delete from public.posts`
  await app.owner`delete from private.write_counts`
  copies = new Map()
  conflicts = 0
})
afterAll(() => app[Symbol.asyncDispose]())

const device: LocalCopies = {
  find: async (key) => copies.get(key),
  save: async (key, copy) => void copies.set(key, copy),
  delete: async (key) => void copies.delete(key),
}

/** Opens the draft in a tab of the same device. */
function open(page: StoryEditorPage | null = null) {
  const onCreate = vi.fn()
  const draft = new DraftSync({
    ...{ page, submissionKey: crypto.randomUUID(), copies: device, onCreate },
    getClient: async () => author.client,
  })
  onTestFinished(() => draft.cancelSave())
  return { draft, onCreate }
}

/** Opens a tab with a story that is stored as a draft. */
async function openStored() {
  const { draft } = open()
  draft.change({ title: 'Walk', body: 'Go there.' })
  await draft.save()
  return { draft, reload: async () => open(await findStoryEditor(author.client, draft.id ?? '')).draft }
}

/** Opens a story in two tabs. The other one saves first, so that this one is asked which version to keep. */
async function writeInTwoTabs() {
  const { draft, reload } = await openStored()
  const other = await reload()
  other.change({ body: 'Written in the other tab.' })
  await other.save()
  draft.change({ body: 'Written here.' })
  await draft.save()
  return draft
}

const listStored = () => app.owner<{ title: string; body: string }[]>`select title, body from public.posts`

const stateOf = (draft: DraftSync) => draft.getView().state.kind

test('creates a draft on the server with its first save, once', async () => {
  const { draft, onCreate } = open()
  await draft.save()
  expect([stateOf(draft), await listStored()]).toEqual(['untouched', []])
  draft.change({ title: 'Walk' })
  await draft.saveLocally(draft.getView().fields)
  await Promise.all([draft.save(), draft.save()])
  expect(await listStored()).toEqual([{ title: 'Walk', body: '' }])
  expect(onCreate).toHaveBeenCalledExactlyOnceWith(draft.id)
  expect([stateOf(draft), draft.isSaved, copies.size]).toEqual(['saved', true, 0])
})

test('keeps text typed during a save for the next save', async () => {
  const { draft } = await openStored()
  draft.change({ body: 'Go there slowly.' })
  const saving = draft.save()
  draft.change({ body: 'Go there slowly. Look around.' })
  await draft.saveLocally(draft.getView().fields)
  await saving
  expect([draft.isSaved, copies.size]).toEqual([false, 1])
  await draft.save()
  expect(await listStored()).toEqual([{ title: 'Walk', body: 'Go there slowly. Look around.' }])
  expect(copies.size).toBe(0)
})

test('keeps the copy of a text that is longer than the server accepts', async () => {
  const { draft } = await openStored()
  const body = 'x'.repeat(CONTENT_LIMITS['posts.body'] + 1)
  draft.change({ body })
  await draft.save()
  expect(stateOf(draft)).toBe('saved')
  expect(copies.get(draft.id ?? '')?.fields.body).toBe(body)
})

test('restores the copy on this device once, with what was typed before it was read', async () => {
  const copy = { id: null, submissionKey: crypto.randomUUID(), version: null, baseVersion: null, keptAt: 0 }
  copies.set('new', { ...copy, fields: { ...EMPTY_STORY, title: 'Kept', body: 'Kept text.' } })
  const { draft } = open()
  const restoring = [draft.restore(), draft.restore()]
  draft.change({ body: 'Typed text.' })
  await Promise.all(restoring)
  expect(draft.getView()).toMatchObject({
    fields: { title: 'Kept', body: 'Kept text.\n\nTyped text.' },
    replaced: { body: 'Kept text.\n\nTyped text.', key: 1 },
    isReady: true,
  })
})

test('overwrites the version of another tab only when the writer chooses so', async () => {
  const draft = await writeInTwoTabs()
  expect(draft.getView().state).toMatchObject({ kind: 'newer', page: { story: { body: 'Written in the other tab.' } } })
  await draft.saveLocally(draft.getView().fields)
  expect([...copies.keys()]).toEqual([`${draft.id} newer`])
  // Going back to the text that was stored before the other tab's version is a change, too.
  draft.change({ body: 'Go there.' })
  await draft.overwriteNewer()
  expect([stateOf(draft), copies.size]).toEqual(['saved', 0])
  expect(await listStored()).toMatchObject([{ body: 'Go there.' }])
})

test('shows the version of another tab when the writer chooses it', async () => {
  const draft = await writeInTwoTabs()
  await draft.acceptNewer()
  expect(draft.getView()).toMatchObject({ state: { kind: 'saved' }, replaced: { body: 'Written in the other tab.' } })
  draft.change({ body: 'Written in the other tab, and here.' })
  await draft.save()
  expect(await listStored()).toMatchObject([{ body: 'Written in the other tab, and here.' }])
})

test('recognises its own version after the response to a save was lost', async () => {
  const { draft } = await openStored()
  draft.change({ body: 'Sent once.' })
  lost = 1
  await draft.save()
  expect(stateOf(draft)).toBe('offline')
  draft.change({ body: 'Sent once, and more.' })
  await draft.save()
  expect(stateOf(draft)).toBe('saved')
  expect(await listStored()).toMatchObject([{ body: 'Sent once, and more.' }])
})

test('recognises its own version after a reload, too', async () => {
  const { draft } = await openStored()
  const page = await findStoryEditor(author.client, draft.id ?? '')
  draft.change({ body: 'Sent once.' })
  lost = 1
  const saving = draft.save()
  await draft.saveLocally(draft.getView().fields)
  await saving
  const { draft: reloaded } = open(page)
  await reloaded.restore()
  expect(reloaded.getView().fields.body).toBe('Sent once.')
  reloaded.change({ body: 'Sent once, and more.' })
  await reloaded.save()
  expect(stateOf(reloaded)).toBe('saved')
})

test('continues without a conflict when the writer left during a save and returns', async () => {
  const { draft, reload } = await openStored()
  const leave = draft.saveAutomatically()
  await draft.restore()
  draft.change({ body: 'Sent.' })
  const saving = draft.save()
  draft.change({ body: 'Sent. Typed during the save.' })
  await draft.saveLocally(draft.getView().fields)
  draft.change({ body: 'Sent. Typed during the save, and just before leaving.' })
  leave()
  await saving
  const returned = await reload()
  await returned.restore()
  expect(returned.getView().fields.body).toBe('Sent. Typed during the save, and just before leaving.')
  await returned.save()
  expect([stateOf(returned), conflicts]).toEqual(['saved', 0])
  expect(await listStored()).toMatchObject([{ body: 'Sent. Typed during the save, and just before leaving.' }])
})

test('continues without a conflict when the copy on this device is what the server has', async () => {
  const { draft, reload } = await openStored()
  draft.change({ body: 'Sent.' })
  const saving = draft.save()
  const copy = { ...draft.getView().fields }
  await draft.saveLocally(copy)
  draft.change({ body: 'Sent. More.' })
  await saving
  const returned = await reload()
  await returned.restore()
  expect(returned.isSaved).toBe(true)
  returned.change({ body: 'Sent. Other.' })
  await returned.save()
  expect([stateOf(returned), conflicts]).toEqual(['saved', 0])
})

test('sends nothing after the writer has left', async () => {
  const { draft } = await openStored()
  const leave = draft.saveAutomatically()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  draft.change({ body: 'Sent.' })
  const saving = draft.save()
  draft.change({ body: 'Sent. More.' })
  leave()
  await saving
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await listStored()).toMatchObject([{ body: 'Sent.' }])
})

test('keeps no copy of a story that was deleted, or was published, when its writer leaves', async () => {
  for (const end of ['discard', 'publish'] as const) {
    const { draft } = await openStored()
    const leave = draft.saveAutomatically()
    await draft.restore()
    draft.change({ body: 'Go there slowly.' })
    await draft[end]()
    leave()
    expect(copies.size).toBe(0)
  }
})

test('saves no draft after publishing a story, but resumes if publishing fails', async () => {
  const { draft } = await openStored()
  draft.change({ title: '' })
  await expect(draft.publish()).rejects.toThrow()
  await draft.save()
  expect(await listStored()).toMatchObject([{ title: 'Untitled story' }])
  draft.change({ title: 'Walk' })
  await draft.saveLocally(draft.getView().fields)
  expect(await draft.publish()).toMatchObject({ id: draft.id, slug: 'walk' })
  expect(copies.size).toBe(0)
  draft.change({ title: 'Other' })
  await draft.save()
  expect([stateOf(draft), draft.isSaved]).toEqual(['saved', false])
  expect(await listStored()).toEqual([{ title: 'Walk', body: 'Go there.' }])
})
