import Heading2 from 'lucide-react/icons/heading-2'
import ImageIcon from 'lucide-react/icons/image'
import List from 'lucide-react/icons/list'
import Quote from 'lucide-react/icons/quote'
import type { CSSProperties, ReactNode } from 'react'
import { categories } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { placeOf } from '#app/features/spots/spot-url.ts'
import { formatDistance } from '#app/lib/geo/distance.ts'
import { classNames } from '#app/ui/class-names.ts'
import type { FoundSpot } from './story-spots.ts'

/** Something that the menu can insert besides spots. */
export const insertions = ['photo', 'heading', 'list', 'quote'] as const

export type Insertion = (typeof insertions)[number]

/** An entry of the menu. */
export type SlashEntry = { kind: 'spot'; spot: FoundSpot; isPlaced: boolean } | { kind: Insertion }

const WORDS: Record<Insertion, { label: string; icon: ReactNode }> = {
  photo: { label: 'Photo', icon: <ImageIcon /> },
  heading: { label: 'Heading', icon: <Heading2 /> },
  list: { label: 'List', icon: <List /> },
  quote: { label: 'Quote', icon: <Quote /> },
}

export const SLASH_MENU_ID = 'slash-menu'

/** Returns the element id of an entry, which the editor refers to while the entry is highlighted. */
export function slashEntryId(index: number): string {
  return `${SLASH_MENU_ID}-${index}`
}

/** Returns the label of an insertion. */
export function getInsertionLabel(insertion: Insertion): string {
  return WORDS[insertion].label
}

/** The menu at the cursor, with the spots and elements that can be inserted. */
export function SlashMenu({
  entries,
  highlighted,
  isLoading,
  position,
  onPick,
}: {
  entries: readonly SlashEntry[]
  highlighted: number
  isLoading: boolean
  /** Relative to the sheet; above the line if there is no room below. On a phone it stands above the keyboard. */
  position: { top: number; isAbove: boolean }
  onPick: (entry: SlashEntry) => void
}) {
  const firstInsertion = entries.findIndex(({ kind }) => kind !== 'spot')
  return (
    <div
      className={classNames('popup slash-menu double-frame', position.isAbove && 'is-above')}
      style={{ '--menu-top': `${position.top}px` } as CSSProperties}
    >
      {firstInsertion === 0 && (
        <p className="option-group">{isLoading ? 'Searching spots' : 'No spot found. Try its name or its town.'}</p>
      )}
      <div id={SLASH_MENU_ID} role="listbox" aria-label="Insert">
        {entries.map((entry, index) => (
          <div
            key={entry.kind === 'spot' ? entry.spot.id : entry.kind}
            id={slashEntryId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === highlighted}
            data-highlighted={index === highlighted || undefined}
            data-first={(index === 0 && 'Spots') || (index === firstInsertion && 'Insert') || undefined}
            className="option"
            // Keeps the focus in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(entry)}
            onKeyDown={() => undefined}
          >
            {entry.kind === 'spot' ? <SpotEntry {...entry} /> : <InsertEntry kind={entry.kind} />}
          </div>
        ))}
      </div>
    </div>
  )
}

function SpotEntry({ spot, isPlaced }: { spot: FoundSpot; isPlaced: boolean }) {
  const facts = [
    categories[spot.category].name,
    placeOf(spot),
    isPlaced && 'already in this story',
    !isPlaced && spot.list && `in “${spot.list}”`,
    !isPlaced && spot.distance_meters !== null && `${formatDistance(spot.distance_meters)} away`,
  ]
  return (
    <>
      <CategoryIcon category={spot.category} size={22} />
      <span className="min-w-0">
        <span className="option-title keeps-edge block" dir="auto">
          {spot.title}
        </span>
        <span className="option-context">{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
}

function InsertEntry({ kind }: { kind: Insertion }) {
  return (
    <>
      {WORDS[kind].icon}
      <span>{WORDS[kind].label}</span>
    </>
  )
}
