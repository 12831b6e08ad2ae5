import { useEffect, useState, useSyncExternalStore } from 'react'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { showAddress } from './draft-address.ts'
import { DraftSync } from './draft-sync.ts'
import { openLocalCopies } from './story-draft-store.ts'
import type { StoryEditorPage, StoryFields } from './story-fields.ts'
import { useAutosave } from './use-autosave.ts'

/** Keeps the fields of the story editor on this device and on the server: see {@link DraftSync}. */
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
  const [sync] = useState(
    () =>
      new DraftSync({
        ...{ page, submissionKey, typed },
        getClient: getBrowserClient,
        copies: openLocalCopies(memberId),
        onCreate: showAddress,
      }),
  )
  const view = useSyncExternalStore(sync.subscribe, sync.getView, sync.getView)
  useEffect(() => void sync.restore(), [sync])
  useAutosave(sync, view)
  return { ...view, sync }
}

/** A draft and its data for the editor. */
export type OpenDraft = ReturnType<typeof useStoryDraft>
