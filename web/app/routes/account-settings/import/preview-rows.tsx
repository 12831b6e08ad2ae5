import Bookmark from 'lucide-react/icons/bookmark'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import type { DraftRow } from '#app/features/imports/draft-rows.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { KeyHints } from '#app/ui/display/key-hint.tsx'
import { moveInRows, type RowRange, selectRange } from './import-keys.ts'
import { StateLabel } from './state-label.tsx'

const PAGE = 50

const KEY_HINTS = [
  { keys: ['↑', '↓'], words: 'move' },
  { keys: ['Space'], words: 'select' },
  { keys: ['⇧ ↓'], words: 'select a range' },
  { keys: ['C'], words: 'category' },
] as const

/**
 * The rows of the preview, 50 more at a time. Shift selects a range. Arrows move, with Shift they extend the selection,
 * and C changes the category.
 */
export function PreviewRows({
  rows,
  selected,
  onSelect,
  onCategory,
}: {
  rows: DraftRow[]
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
  /** Opens the choice of a category for the selected rows. */
  onCategory: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const range = useRef<RowRange>(null)
  const [shownCount, setShownCount] = useState(PAGE)
  const [last, setLast] = useState<number>()
  const select = (index: number, event: MouseEvent) => {
    const row = rows[index]
    if (!row) return
    const from = event.shiftKey && last !== undefined ? Math.min(last, index) : index
    const to = event.shiftKey && last !== undefined ? Math.max(last, index) : index
    const changed = new Set(selected)
    const isOn = !selected.has(row.number)
    for (const { number } of rows.slice(from, to + 1)) {
      if (isOn) changed.add(number)
      else changed.delete(number)
    }
    range.current = null
    setLast(index)
    onSelect(changed)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const current = listBoxes(list.current).findIndex((box) => box.matches(':focus'))
    const row = rows[current]
    if (!row) return
    if (event.key.toLowerCase() === 'c') {
      event.preventDefault()
      // Without a selection the choice would change all rows.
      if (selected.size === 0) flushSync(() => onSelect(new Set([row.number])))
      return onCategory()
    }
    if (event.key === 'ArrowDown' && current === shownCount - 1) flushSync(() => setShownCount(shownCount + PAGE))
    const boxes = listBoxes(list.current)
    const next = moveInRows(event.key, event.shiftKey, current, boxes.length)
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey) {
      range.current ??= { anchor: current, base: selected }
      onSelect(selectRange(rows, range.current, next))
    } else range.current = null
    boxes[next]?.focus()
  }
  return (
    <>
      <KeyHints hints={KEY_HINTS} />
      <p role="status" className="sr-only">
        {selected.size > 0 && `${selected.size} selected`}
      </p>
      <ul
        ref={list}
        className="import-rows"
        aria-label="Places in your files"
        onKeyDown={handleKey}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) range.current = null
        }}
      >
        {rows.slice(0, shownCount).map((row, index) => (
          <PreviewRow
            key={row.number}
            row={row}
            isSelected={selected.has(row.number)}
            onSelect={(event) => select(index, event)}
          />
        ))}
      </ul>
      {rows.length > shownCount && (
        <Button
          onClick={() => setShownCount(shownCount + PAGE)}
        >{`Show more (${formatNumber(rows.length - shownCount)} left)`}</Button>
      )}
    </>
  )
}

function PreviewRow({
  row,
  isSelected,
  onSelect,
}: {
  row: DraftRow
  isSelected: boolean
  onSelect: (event: MouseEvent) => void
}) {
  return (
    <li data-skipped={row.isSkipped || undefined}>
      <label className="import-row">
        <input
          type="checkbox"
          className="choice-box"
          checked={isSelected}
          onClick={onSelect}
          onChange={() => undefined}
        />
        <span className="import-row-text">
          <span className="strong keeps-edge" dir="auto">
            {row.title}
          </span>
          {row.isSkipped ? <span className="import-state">Skipped</span> : <StateLabel {...row} />}
        </span>
        {row.list && (
          <span className="import-row-list">
            <Bookmark aria-label="List" />
            <span dir="auto">{row.list}</span>
          </span>
        )}
        <CategoryLabel category={row.category} />
      </label>
    </li>
  )
}

function listBoxes(list: HTMLElement | null): HTMLInputElement[] {
  return [...(list?.querySelectorAll('input') ?? [])]
}
