import type { ReactNode } from 'react'
import './decisions.css'
import './preview.css'

/** Queue and preview side by side; narrow windows show one of them. */
export function Desk({
  tabs,
  queue,
  isOpen,
  children,
}: {
  tabs: ReactNode
  queue: ReactNode
  /** True if the URL names an item of the queue. Narrow windows then show that item. */
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <div className="desk" data-open={isOpen || undefined}>
      <h1 className="sr-only">Moderation</h1>
      {tabs}
      <div className="desk-columns">
        <section className="desk-queue" aria-label="Queue">
          {queue}
        </section>
        <section className="desk-item" aria-label="Item">
          {children}
        </section>
      </div>
    </div>
  )
}
