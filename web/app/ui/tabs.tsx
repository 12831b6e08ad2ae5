import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export type TabPanel = { value: string; label: ReactNode; count?: number; panel: ReactNode }

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs within a page; arrows, Home and End move between them and show what they lead to. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly TabPanel[]
  value?: string
  onChange?: (value: string) => void
}) {
  const [own, setOwn] = useState(tabs[0]?.value)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const current = value ?? own
  const choose = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (!tab) return
    setOwn(tab.value)
    onChange?.(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.value === current)
    const side = list.current?.matches(':dir(rtl)') ? -1 : 1
    const move = moves[event.key]
    if (move === undefined && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (move !== undefined) choose(index + move * side)
    else choose(event.key === 'Home' ? 0 : tabs.length - 1)
  }
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className="tabs scroll-fade" onKeyDown={handleKey}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className="tab"
            aria-selected={tab.value === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === current ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="pt-5">
        {tabs.find((tab) => tab.value === current)?.panel}
      </div>
    </div>
  )
}
