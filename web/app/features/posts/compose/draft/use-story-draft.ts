import { useEffect, useRef, useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { DataError } from '#app/lib/supabase.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { isLocalCover } from '../cover/local-cover.ts'
import { findLocalCopy, showAddress, toLocalKey } from './draft-address.ts'
import { addEarlyChanges } from './early-changes.ts'
import { type DraftState, describeFailure } from './save-failure.ts'
import { type PublishedStory, publishStory, type StoryIdentity, saveStory } from './story-commands.ts'
import { deleteStoryDraft, saveStoryDraft } from './story-draft-store.ts'
import {
  EMPTY_STORY,
  isVersionOf,
  type StoryEditorPage,
  type StoryFields,
  toDraftInput,
  toStoryFields,
} from './story-fields.ts'
import { SAVE_AFTER_MS, useAutosave } from './use-autosave.ts'

const RETRY_AFTER_MS = 15_000

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
  /** The fields last sent, until a response comes. After a lost response the server may have them. */
  const unanswered = useRef<StoryFields>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** True from the request to publish until it fails. A draft saved after it would belong to a published story. */
  const isPublishing = useRef(false)
  latest.current = fields
  const first = useRef(fields)
  const address = page?.id ?? 'new'

  const replace = (next: StoryFields) => {
    latest.current = next
    setFields(next)
    setReplaced(({ key } = { key: 0, body: '' }) => ({ body: next.body, key: key + 1 }))
  }

  /** Saves the fields on this device. */
  const saveLocally = (copy: StoryFields) =>
    saveStoryDraft(memberId, toLocalKey(identity.current, state.kind === 'newer'), {
      ...identity.current,
      fields: copy,
      sent: unanswered.current,
      keptAt: Date.now(),
    })
  const save = async () => {
    clearTimeout(timer.current)
    if (isPublishing.current) return
    if (running.current !== undefined) return running.current
    const sent = latest.current
    if (JSON.stringify(sent) === saved.current) return
    setState({ kind: 'saving' })
    running.current = send(sent).finally(() => {
      running.current = undefined
    })
    await running.current
  }
  const send = async (sent: StoryFields): Promise<void> => {
    const before = unanswered.current
    unanswered.current = sent
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
      unanswered.current = undefined
      if (isNew) {
        showAddress(response.id)
        await deleteStoryDraft(memberId, 'new')
      }
      if (isOnlyPartlySent(sent)) await saveLocally(sent)
      else if (latest.current === sent) await deleteStoryDraft(memberId, response.id)
      setState({ kind: 'saved', at: Date.parse(response.saved_at) })
      if (latest.current !== sent) timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    } catch (error) {
      const failure = await describeFailure(error, identity.current.id)
      if (failure.kind === 'newer' && [sent, before].some((fields) => fields && isVersionOf(failure.page, fields))) {
        // The newer version is this tab's own: the response to saving it was lost, for example in a reload.
        identity.current = { ...toIdentity(failure.page, identity.current.submissionKey) }
        return await send(latest.current)
      }
      setState(failure)
      if (!(error instanceof DataError && error.code === 'PT409'))
        timer.current = setTimeout(() => void save(), RETRY_AFTER_MS)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the function only sets state.
  useEffect(() => {
    let isGone = false
    void findLocalCopy(memberId, address).then((copy) => {
      if (isGone) return
      if (copy) {
        identity.current = {
          ...identity.current,
          submissionKey: copy.submissionKey,
          id: identity.current.id ?? copy.id,
        }
        // Based on the draft's own version: if the server has a newer one, saving reports it.
        identity.current.version = copy.version ?? identity.current.version
        identity.current.baseVersion = copy.baseVersion ?? identity.current.baseVersion
        unanswered.current = copy.sent
        replace(addEarlyChanges(copy.fields, first.current, latest.current))
      }
      setIsReady(true)
    })
    return () => {
      isGone = true
    }
  }, [memberId, address])

  useAutosave({
    fields,
    isReady,
    isPaused: state.kind === 'newer',
    isSaved: () => JSON.stringify(latest.current) === saved.current,
    saveLocally: (copy) => void saveLocally(copy),
    save: () => void save(),
    timer,
  })

  return {
    fields,
    state,
    replaced,
    /** False until the copy on this device was looked up. */
    isReady,
    change: (changes: Partial<StoryFields>) => setFields((before) => ({ ...before, ...changes })),
    save,
    /** Overwrites the version of the other tab with this one. */
    overwriteNewer: async () => {
      if (state.kind !== 'newer') return
      const { version, base_version } = state.page
      identity.current = { ...identity.current, version, baseVersion: base_version }
      saved.current = ''
      setState({ kind: 'saving' })
      await Promise.all([save(), deleteStoryDraft(memberId, toLocalKey(identity.current, true))])
    },
    acceptNewer: async () => {
      if (state.kind !== 'newer') return
      identity.current = { ...toIdentity(state.page, identity.current.submissionKey) }
      const next = toStoryFields(state.page)
      saved.current = JSON.stringify(next)
      replace(next)
      setState({ kind: 'saved', at: Date.parse(state.page.saved_at) })
      for (const hasNewer of [true, false]) await deleteStoryDraft(memberId, toLocalKey(identity.current, hasNewer))
    },
    publish: async (): Promise<PublishedStory> => {
      isPublishing.current = true
      await running.current
      try {
        const client = await getBrowserClient()
        const story = await publishStory(client, toDraftInput(latest.current), identity.current)
        await Promise.all([deleteStoryDraft(memberId, story.id), deleteStoryDraft(memberId, 'new')])
        return story
      } catch (error) {
        setState(await describeFailure(error, identity.current.id))
        isPublishing.current = false
        throw error
      }
    },
    discard: () => deleteStoryDraft(memberId, toLocalKey(identity.current)),
    /** The id once the story exists on the server. */
    findId: () => identity.current.id,
  }
}

/** The server gets only the start of a long text, and no cover that is still on this device. */
function isOnlyPartlySent({ body, cover }: StoryFields): boolean {
  return body.length > CONTENT_LIMITS['posts.body'] || isLocalCover(cover)
}

function toIdentity(page: StoryEditorPage | null, submissionKey: string): StoryIdentity {
  return {
    id: page?.id ?? null,
    submissionKey,
    version: page?.version ?? null,
    baseVersion: page?.base_version ?? null,
  }
}
