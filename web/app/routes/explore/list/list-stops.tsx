import { type KeyboardEvent, useEffect, useRef } from 'react'
import { handleSaveKey } from '#app/features/lists/save-keys.ts'
import { moveByKey } from '#app/lib/list-keys.ts'
import { useViewer } from '#app/platform/root-data.ts'
import type { NumberedItem } from './list-filter.ts'
import { describeNews } from './list-news.ts'
import type { ListPage } from './list-page.ts'
import { ListStop } from './list-stop.tsx'

const FIRST_ROWS = 5

/** The spots of a list. Arrow keys move between rows, Enter opens, B toggles a visit, S saves. */
export function ListStops({
  items,
  role,
  selectedId,
  activeId,
  now,
  onActive,
}: {
  items: NumberedItem[]
  /** The role of the viewer on this list. */
  role: ListPage['role']
  selectedId: string | null
  activeId: string | null
  now: number
  onActive: (id: string | null) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const viewer = useViewer()
  useEffect(() => {
    if (selectedId) list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  const handleKey = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.card-link') ?? [])]
    const current = links.findIndex((link) => link.matches(':focus'))
    if (current < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const row = links[current]?.closest('li')
    if (event.key.toLowerCase() === 'b') row?.querySelector<HTMLElement>('.been-mark')?.click()
    handleSaveKey(event.nativeEvent, row)
    const next = moveByKey(event.key, current, links.length)
    if (next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  return (
    <ol ref={list} className="list-stops" onKeyDown={handleKey}>
      {items.map((item, index) => (
        <ListStop
          key={item.spot.id}
          item={item}
          isSelected={item.spot.id === selectedId}
          isActive={item.spot.id === activeId}
          news={describeNews(item, { id: viewer?.id, role }, now)}
          priority={index < FIRST_ROWS}
          onActive={onActive}
        />
      ))}
    </ol>
  )
}
