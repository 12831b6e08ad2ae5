import { useEffect, useRef, useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { DataError } from '#app/lib/supabase.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { isLocalCover } from '../cover/local-cover.ts'
import { findStoryEditor, type PublishedStory, publishStory, type StoryIdentity, saveStory } from './story-commands.ts'
import { findKeptStory, forgetStory, keepStory } from './story-draft-store.ts'
import { EMPTY_STORY, type StoryEditorPage, type StoryFields, toDraftInput, toStoryFields } from './story-fields.ts'

/** Short enough that a crash loses a word at most. */
const KEEP_AFTER_MS = 300
const SAVE_AFTER_MS = 1500
const RETRY_AFTER_MS = 15_000

/** The place where the text is saved, or the reason why it is not saved. */
export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  | { kind: 'offline' | 'signed-out' | 'failed' }
  | { kind: 'newer'; page: StoryEditorPage }

/** Text that replaces that of the editor: a restored draft, or the version of another tab. */
export interface ReplacedText {
  body: string
  key: number
}

/**
 * Keeps a story on this device and on the server while it is written. A version that another tab has saved since is
 * not overwritten: the state becomes `newer` until the writer chooses.
 */
export function useStoryDraft({
  memberId,
  page,
  submissionKey,
  typed,
}: {
  memberId: string
  page: StoryEditorPage | null
  submissionKey: string
  /** The values of a rejected form without JavaScript. */
  typed: Partial<StoryFields> | undefined
}) {
  const [fields, setFields] = useState<StoryFields>(() => ({ ...(page ? toStoryFields(page) : EMPTY_STORY), ...typed }))
  const [state, setState] = useState<DraftState>({ kind: 'untouched' })
  const [replaced, setReplaced] = useState<ReplacedText>()
  const [isReady, setIsReady] = useState(false)
  const identity = useRef<StoryIdentity>(toIdentity(page, submissionKey))
  const latest = useRef(fields)
  const saved = useRef(JSON.stringify(page ? toStoryFields(page) : EMPTY_STORY))
  const running = useRef<Promise<void>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  latest.current = fields
  const address = page?.id ?? 'new'

  const replace = (next: StoryFields) => {
    latest.current = next
    setFields(next)
    setReplaced(({ key } = { key: 0, body: '' }) => ({ body: next.body, key: key + 1 }))
  }

  /** Keeps the fields on this device. */
  const keep = (kept: StoryFields) =>
    keepStory(memberId, addressOf(identity.current, state.kind === 'newer'), {
      ...identity.current,
      fields: kept,
      keptAt: Date.now(),
    })
  const save = async () => {
    clearTimeout(timer.current)
    if (running.current !== undefined) return running.current
    const sent = latest.current
    if (JSON.stringify(sent) === saved.current) return
    setState({ kind: 'saving' })
    running.current = send(sent).finally(() => {
      running.current = undefined
    })
    await running.current
  }
  const send = async (sent: StoryFields) => {
    try {
      const response = await saveStory(await getBrowserClient(), toDraftInput(sent), identity.current)
      const isNew = identity.current.id === null
      identity.current = {
        ...identity.current,
        id: response.id,
        version: response.version,
        baseVersion: response.base_version,
      }
      saved.current = JSON.stringify(sent)
      if (isNew) {
        showAddress(response.id)
        await forgetStory(memberId, 'new')
      }
      if (isOnlyPartlySent(sent)) await keep(sent)
      else if (latest.current === sent) await forgetStory(memberId, response.id)
      setState({ kind: 'saved', at: Date.parse(response.saved_at) })
      if (latest.current !== sent) timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    } catch (error) {
      setState(await describeFailure(error, identity.current.id))
      if (!(error instanceof DataError && error.code === 'PT409'))
        timer.current = setTimeout(() => void save(), RETRY_AFTER_MS)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the function only sets state.
  useEffect(() => {
    let isGone = false
    void findKept(memberId, address).then((kept) => {
      if (isGone) return
      if (kept) {
        identity.current = {
          ...identity.current,
          submissionKey: kept.submissionKey,
          id: identity.current.id ?? kept.id,
        }
        // Based on the draft's own version: if the server has a newer one, saving reports it.
        identity.current.version = kept.version ?? identity.current.version
        identity.current.baseVersion = kept.baseVersion ?? identity.current.baseVersion
        replace(kept.fields)
      }
      setIsReady(true)
    })
    return () => {
      isGone = true
    }
  }, [memberId, address])

  const saveLatest = useRef(save)
  saveLatest.current = save
  const keepLatest = useRef(keep)
  keepLatest.current = keep
  const isPaused = state.kind === 'newer'
  useEffect(() => {
    if (!isReady || JSON.stringify(fields) === saved.current) return
    const keepNow = () => void keepLatest.current(fields)
    const keeping = setTimeout(keepNow, KEEP_AFTER_MS)
    if (!isPaused) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void saveLatest.current(), SAVE_AFTER_MS)
    }
    window.addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      clearTimeout(keeping)
      window.removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
    }
  }, [fields, isReady, isPaused])
  useEffect(() => {
    const retry = () => void saveLatest.current()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      clearTimeout(timer.current)
    }
  }, [])

  return {
    fields,
    state,
    replaced,
    /** False until the copy on this device was looked up. */
    isReady,
    change: (changes: Partial<StoryFields>) => setFields((before) => ({ ...before, ...changes })),
    save,
    /** Overwrites the version of the other tab with this one. */
    keepThis: async () => {
      if (state.kind !== 'newer') return
      const { version, base_version } = state.page
      identity.current = { ...identity.current, version, baseVersion: base_version }
      saved.current = ''
      setState({ kind: 'saving' })
      await Promise.all([save(), forgetStory(memberId, addressOf(identity.current, true))])
    },
    takeNewer: async () => {
      if (state.kind !== 'newer') return
      identity.current = { ...toIdentity(state.page, identity.current.submissionKey) }
      const next = toStoryFields(state.page)
      saved.current = JSON.stringify(next)
      replace(next)
      setState({ kind: 'saved', at: Date.parse(state.page.saved_at) })
      for (const hasNewer of [true, false]) await forgetStory(memberId, addressOf(identity.current, hasNewer))
    },
    publish: async (): Promise<PublishedStory> => {
      clearTimeout(timer.current)
      await running.current
      clearTimeout(timer.current)
      const client = await getBrowserClient()
      try {
        const story = await publishStory(client, toDraftInput(latest.current), identity.current)
        await Promise.all([forgetStory(memberId, story.id), forgetStory(memberId, 'new')])
        return story
      } catch (error) {
        setState(await describeFailure(error, identity.current.id))
        throw error
      }
    },
    forget: () => forgetStory(memberId, addressOf(identity.current)),
    /** The id once the story exists on the server. */
    findId: () => identity.current.id,
  }
}

/** The server gets only the start of a long text, and no cover that is still on this device. */
function isOnlyPartlySent({ body, cover }: StoryFields): boolean {
  return body.length > CONTENT_LIMITS['posts.body'] || isLocalCover(cover)
}

/**
 * The key of the copy on this device. While the writer has to choose a version, the other tab must not overwrite or
 * delete this copy.
 */
function addressOf({ id }: StoryIdentity, hasNewer = false): string {
  return hasNewer ? `${id} newer` : (id ?? 'new')
}

/** Returns the copy on this device; a copy that waits for a choice comes first. */
async function findKept(memberId: string, address: string) {
  return (await findKeptStory(memberId, `${address} newer`)) ?? (await findKeptStory(memberId, address))
}

function toIdentity(page: StoryEditorPage | null, submissionKey: string): StoryIdentity {
  return {
    id: page?.id ?? null,
    submissionKey,
    version: page?.version ?? null,
    baseVersion: page?.base_version ?? null,
  }
}

/**
 * Changes the URL after the first save, so that a reload opens the draft on the server. The router does not navigate,
 * so the cursor stays in place.
 */
function showAddress(id: string): void {
  const url = new URL(window.location.href)
  if (!url.pathname.endsWith('/submit')) return
  url.pathname = url.pathname.replace(/submit$/, `post/${id}/edit`)
  url.search = ''
  window.history.replaceState(window.history.state, '', url)
}

async function describeFailure(error: unknown, id: string | null): Promise<DraftState> {
  if (!(error instanceof DataError)) return { kind: navigator.onLine ? 'failed' : 'offline' }
  if (error.code === 'PT409' && id !== null) {
    const page = await findNewer(id)
    return page ? { kind: 'newer', page } : { kind: 'failed' }
  }
  if (error.status === 401 || error.code === '42501') return { kind: 'signed-out' }
  return { kind: error.status === 0 && !navigator.onLine ? 'offline' : 'failed' }
}

async function findNewer(id: string): Promise<StoryEditorPage | null> {
  try {
    return await findStoryEditor(await getBrowserClient(), id)
  } catch {
    return null
  }
}
