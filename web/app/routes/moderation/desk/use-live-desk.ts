import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { moderationTopic } from '#app/features/live-updates/moderation-topic.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'

/** Reloads the page when the queues change: new items, decisions of colleagues, and the items they have open. */
export function useLiveDesk(): void {
  const { revalidate } = useRevalidator()
  const isFirst = useRef(true)
  useLiveChanges(moderationTopic, async () => {
    // The first event only announces the connection; the page has just been loaded.
    if (isFirst.current) isFirst.current = false
    // The page is not reloaded while a form is being filled in.
    else if (!document.querySelector('details[data-desk-panel][open] textarea')) await revalidate()
  })
}
