import { useEffect, useRef, useState } from 'react'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import type { SpotFields } from '../form/spot-form-schema.ts'
import { createSpotDraft, isEmptySpotDraft, mergeSpotDrafts, type SpotDraft } from './spot-draft.ts'
import { announceDraftSaved, onDraftPublished, onDraftReplaced } from './spot-draft-channel.ts'
import { deleteSpotDraft, findSavedSpotDraft, saveSpotDraft } from './spot-draft-store.ts'

/** Short enough that a crash loses a word at most, long enough not to slow down typing. */
const KEEP_AFTER_MS = 300

/**
 * Saves the draft of a spot on this device while it is filled in, and restores it after a reload, a crash or a new
 * sign-in. `firstKey` is its submission key until a saved draft is found; the server creates it, so that the
 * prerendered form contains one. `typed` holds the values of a rejected submission without JavaScript.
 */
export function useSpotDraft(memberId: string, firstKey: string, typed?: Record<string, string>) {
  const [first] = useState(() => createSpotDraft(firstKey, typed))
  const [draft, setDraft] = useState<SpotDraft>(first)
  const [isRead, setIsRead] = useState(false)
  const [found, setFound] = useState<SpotDraft>()
  const [keptAt, setKeptAt] = useState<number>()
  const [isUnkeepable, setIsUnkeepable] = useState(false)
  const [publishedAs, setPublishedAs] = useState<string>()
  const [isReplaced, setIsReplaced] = useState(false)

  useEffect(() => {
    let isGone = false
    void findSavedSpotDraft(memberId).then((kept) => {
      if (isGone) return
      if (kept) setDraft((typed) => mergeSpotDrafts(kept, typed))
      setFound(kept)
      setKeptAt(kept?.keptAt ?? undefined)
      setIsRead(true)
    })
    return () => {
      isGone = true
    }
  }, [memberId])

  const isOn = isRead && publishedAs === undefined && !isReplaced
  useKeeping(memberId, { draft, saved: found ?? first, isOn }, (time) => {
    if (time !== undefined) setKeptAt(time)
    setIsUnkeepable(time === undefined)
  })
  useEffect(() => onDraftReplaced(memberId, () => setIsReplaced(true)), [memberId])
  useEffect(
    () =>
      onDraftPublished(({ submissionKey, spotId }) => {
        if (submissionKey === draft.submissionKey) setPublishedAs(spotId)
      }),
    [draft.submissionKey],
  )

  return {
    draft,
    /** False until the saved draft has been looked up. */
    isRead,
    /** The draft that was found on this device when the form opened. */
    found,
    /** The time of the last save; undefined while there is nothing to save. */
    keptAt: isReplaced ? undefined : keptAt,
    /** True once another tab has saved its draft. There is one draft, so this tab saves nothing any more. */
    isReplaced,
    /** True if this browser cannot save drafts or has no space left. */
    isUnkeepable,
    /** The spot that another tab created from this draft. */
    publishedAs,
    changeFields: (changes: Partial<SpotFields>) =>
      setDraft((before) => ({ ...before, fields: { ...before.fields, ...changes } })),
    changePhotos: (change: (photos: readonly PickedPhoto[]) => PickedPhoto[]) =>
      setDraft((before) => ({ ...before, photos: change(before.photos) })),
    change: (changes: Partial<Pick<SpotDraft, 'step' | 'otherSpots'>>) =>
      setDraft((before) => ({ ...before, ...changes })),
    /** Begins an empty draft. Returns a function that restores this one, with what was typed since. */
    startOver: () => {
      void deleteSpotDraft(memberId, draft.submissionKey)
      setDraft(createSpotDraft(createUuid()))
      setFound(undefined)
      setKeptAt(undefined)
      setPublishedAs(undefined)
      setIsReplaced(false)
      // Another object, because the same one would count as saved.
      return () => setDraft((typed) => ({ ...mergeSpotDrafts(draft, typed) }))
    },
  }
}

/**
 * Saves the draft shortly after each change, and at once when the page is hidden. `saved` is the stored draft with
 * which the form began. If the member typed before it was loaded, `draft` differs from it and is saved. `onSaved` gets
 * the time, or undefined if saving failed.
 */
function useKeeping(
  memberId: string,
  { draft, saved, isOn }: { draft: SpotDraft; saved: SpotDraft; isOn: boolean },
  onSaved: (time: number | undefined) => void,
): void {
  const latest = useRef(onSaved)
  useEffect(() => {
    latest.current = onSaved
  })
  const written = useRef<SpotDraft>(undefined)
  useEffect(() => {
    if (!isOn) return
    written.current ??= saved
    const keep = () => {
      if (written.current === draft) return
      written.current = draft
      if (isEmptySpotDraft(draft)) return void deleteSpotDraft(memberId, draft.submissionKey)
      const keptAt = Date.now()
      void saveSpotDraft(memberId, { ...draft, keptAt }).then((isSaved) => {
        if (isSaved) announceDraftSaved(memberId)
        latest.current(isSaved ? keptAt : undefined)
      })
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [memberId, draft, saved, isOn])
}
