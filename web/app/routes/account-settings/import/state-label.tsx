import Bookmark from 'lucide-react/icons/bookmark-check'
import CirclePlus from 'lucide-react/icons/circle-plus'
import Equal from 'lucide-react/icons/equal'
import MapPinCheck from 'lucide-react/icons/map-pin-check'
import MapPinOff from 'lucide-react/icons/map-pin-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import type { DraftState } from '#app/features/imports/draft-rows.ts'

/** The word and icon of each state of a row. */
export const STATE_LABELS: Record<DraftState, { word: string; icon: ReactNode }> = {
  new: { word: 'New', icon: <CirclePlus aria-hidden="true" /> },
  public: { word: 'On the map', icon: <Bookmark aria-hidden="true" /> },
  mine: { word: 'Already mine', icon: <Equal aria-hidden="true" /> },
  found: { word: 'Found by name', icon: <MapPinCheck aria-hidden="true" /> },
  pinless: { word: 'No pin', icon: <MapPinOff aria-hidden="true" /> },
  unreadable: { word: 'Cannot be read', icon: <TriangleAlert aria-hidden="true" /> },
}

/** The state of a row, always as icon and words. */
export function StateLabel({ state, reason }: { state: DraftState; reason: string }) {
  return (
    <span className="import-state" data-state={state}>
      {STATE_LABELS[state].icon}
      {reason || STATE_LABELS[state].word}
    </span>
  )
}
