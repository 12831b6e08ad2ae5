import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { getInsertionLabel, insertions, type SlashEntry } from './slash-menu.tsx'
import { findSlashQuery, type SlashQuery } from './slash-query.ts'
import { type FoundSpot, findStorySpots } from './story-spots.ts'

const REST_MS = 180
const SHOWN = 6

/**
 * The state of the slash menu. `handleKey` receives the keys before the editor, and returns true for those it has
 * handled.
 */
export function useSlashMenu(
  editor: Editor | null,
  {
    near,
    placedIds,
    onPick,
  }: {
    near: SpotSummary | undefined
    placedIds: readonly string[]
    onPick: (entry: SlashEntry, query: SlashQuery) => void
  },
) {
  const [query, setQuery] = useState<SlashQuery>()
  const [found, setFound] = useState<readonly FoundSpot[]>([])
  const [isLoading, setIsLoading] = useState(false)
  const [highlighted, setHighlighted] = useState(0)
  const dismissed = useRef<number>(undefined)

  useEffect(() => {
    if (!editor) return
    const look = () => {
      const next = editor.isFocused ? findSlashQuery(editor) : undefined
      if (next?.from !== dismissed.current) dismissed.current = undefined
      setQuery(dismissed.current === undefined ? next : undefined)
    }
    editor.on('transaction', look)
    editor.on('blur', look)
    return () => {
      editor.off('transaction', look)
      editor.off('blur', look)
    }
  }, [editor])

  const [lng, lat] = [near?.lng, near?.lat]
  const text = query?.text
  useEffect(() => {
    setHighlighted(0)
    setFound([])
    if (text === undefined) return
    const controller = new AbortController()
    setIsLoading(true)
    const timer = setTimeout(() => {
      const place = lng !== undefined && lat !== undefined ? { lng, lat } : undefined
      findStorySpots(text, place, controller.signal)
        .then(setFound, () => undefined)
        .finally(() => controller.signal.aborted || setIsLoading(false))
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, lng, lat])

  const entries: SlashEntry[] = query
    ? [
        ...found
          .slice(0, SHOWN)
          .map((spot) => ({ kind: 'spot' as const, spot, isPlaced: placedIds.includes(spot.id) })),
        ...insertions
          .filter((kind) => getInsertionLabel(kind).toLowerCase().startsWith(query.text.toLowerCase()))
          .map((kind) => ({ kind })),
      ]
    : []
  const isOpen = query !== undefined && (entries.length > 0 || isLoading)
  const close = () => {
    dismissed.current = query?.from
    setQuery(undefined)
  }
  const pick = (entry: SlashEntry | undefined) => {
    if (entry && query) onPick(entry, query)
    setQuery(undefined)
  }
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setHighlighted((before) => (before + step + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Enter' || event.key === 'Tab') pick(entries[highlighted])
    else if (event.key === 'Escape') close()
    else return false
    return true
  }
  return { isOpen, query, entries, highlighted, isLoading, pick, handleKey }
}
