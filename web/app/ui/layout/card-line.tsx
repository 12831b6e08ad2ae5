import type { ReactNode } from 'react'

/** A small line under a card's or row's title. */
export function CardLine({ children }: { children: ReactNode }) {
  return <div className="card-line">{children}</div>
}
