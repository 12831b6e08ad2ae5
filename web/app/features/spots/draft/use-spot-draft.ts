import { useEffect, useRef, useState } from 'react'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import type { SpotFields } from '../form/spot-form-schema.ts'
import { createSpotDraft, isEmptySpotDraft, mergeSpotDrafts, type SpotDraft } from './spot-draft.ts'
import { onDraftPublished } from './spot-draft-channel.ts'
import { findKeptSpotDraft, forgetSpotDraft, keepSpotDraft } from './spot-draft-store.ts'

/** Soon enough that a crash costs a word, late enough that typing is not slowed. */
const KEEP_AFTER_MS = 300

/**
 * The draft of a spot, kept on this device while it is filled in and found again after a reload, a crash or a new sign-in.
 * `firstKey` is its submission key until a kept draft is found; the server makes it, so that the first page holds one.
 * `typed` is what came back with a page that was refused.
 */
export function useSpotDraft(memberId: string, firstKey: string, typed?: Record<string, string>) {
  const [draft, setDraft] = useState<SpotDraft>(() => createSpotDraft(firstKey, typed))
  const [isRead, setIsRead] = useState(false)
  const [found, setFound] = useState<SpotDraft>()
  const [keptAt, setKeptAt] = useState<number>()
  const [isUnkeepable, setIsUnkeepable] = useState(false)
  const [publishedAs, setPublishedAs] = useState<string>()

  useEffect(() => {
    let isGone = false
    void findKeptSpotDraft(memberId).then((kept) => {
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

  useKeeping(memberId, draft, isRead && publishedAs === undefined, (time) => {
    if (time !== undefined) setKeptAt(time)
    setIsUnkeepable(time === undefined)
  })
  useEffect(
    () =>
      onDraftPublished(({ submissionKey, spotId }) => {
        if (submissionKey === draft.submissionKey) setPublishedAs(spotId)
      }),
    [draft.submissionKey],
  )

  return {
    draft,
    /** False until this device was asked for a draft. */
    isRead,
    /** The draft that was found on this device when the form opened. */
    found,
    /** When it was last kept; undefined while there is nothing to keep. */
    keptAt,
    /** This browser keeps no drafts, or has no more room. */
    isUnkeepable,
    /** The spot that another tab made of it. */
    publishedAs,
    changeFields: (changes: Partial<SpotFields>) =>
      setDraft((before) => ({ ...before, fields: { ...before.fields, ...changes } })),
    changePhotos: (change: (photos: readonly PickedPhoto[]) => PickedPhoto[]) =>
      setDraft((before) => ({ ...before, photos: change(before.photos) })),
    change: (changes: Partial<Pick<SpotDraft, 'step' | 'otherSpots'>>) =>
      setDraft((before) => ({ ...before, ...changes })),
    startOver: () => {
      void forgetSpotDraft(memberId, draft.submissionKey)
      setDraft(createSpotDraft(createUuid()))
      setFound(undefined)
      setKeptAt(undefined)
      setPublishedAs(undefined)
    },
  }
}

/** Keeps the draft a moment after each change, and at once when the page is put away. `onKept` gets the time, or none if it failed. */
function useKeeping(
  memberId: string,
  draft: SpotDraft,
  isOn: boolean,
  onKept: (time: number | undefined) => void,
): void {
  const latest = useRef(onKept)
  useEffect(() => {
    latest.current = onKept
  })
  const written = useRef<SpotDraft>(undefined)
  useEffect(() => {
    if (!isOn) return
    // What was just read needs no keeping.
    written.current ??= draft
    const keep = () => {
      if (written.current === draft) return
      written.current = draft
      if (isEmptySpotDraft(draft)) return void forgetSpotDraft(memberId, draft.submissionKey)
      const keptAt = Date.now()
      void keepSpotDraft(memberId, { ...draft, keptAt }).then((isKept) => latest.current(isKept ? keptAt : undefined))
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [memberId, draft, isOn])
}
