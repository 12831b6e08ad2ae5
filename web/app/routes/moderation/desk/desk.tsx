import type { ReactNode } from 'react'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useSwipe } from './use-swipe.ts'
import './decisions.css'
import './preview.css'

/** Queue and preview side by side; narrow windows show one of them, and swipes there go from item to item. */
export function Desk({
  tabs,
  queue,
  isOpen,
  problem,
  children,
}: {
  tabs: ReactNode
  queue: ReactNode
  /** True if the URL names an item of the queue. Narrow windows then show that item. */
  isOpen: boolean
  /** The reason why the last form was rejected, unless an open item shows it. */
  problem?: string | undefined
  children: ReactNode
}) {
  const swipe = useSwipe()
  return (
    <div className="desk" data-open={isOpen || undefined}>
      <h1 className="sr-only">Moderation</h1>
      {tabs}
      <div className="desk-columns">
        <section className="desk-queue" aria-label="Queue">
          {queue}
        </section>
        <section className="desk-item" aria-label="Item" {...swipe}>
          {problem && <Notice kind="bad">{problem}</Notice>}
          {children}
        </section>
      </div>
    </div>
  )
}
