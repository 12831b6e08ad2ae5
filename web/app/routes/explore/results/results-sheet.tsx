import List from 'lucide-react/icons/list'
import MapIcon from 'lucide-react/icons/map'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { useBackLayer } from '../state/use-back-layer.ts'
import { type SheetStop, sheetStops, stopByKey } from './sheet-stops.ts'
import { useSheetDrag } from './use-sheet-drag.ts'

const stopWords: Record<SheetStop, string> = { peek: 'two rows', half: 'half', full: 'all of it' }

/**
 * The list beside the map. On phones it is a sheet over the map with three stops: drag its head, use the arrow keys on
 * the handle, or switch with "List" and "Map".
 */
export function ResultsSheet({
  label,
  head,
  firstStop = 'peek',
  showsCard = false,
  children,
}: {
  label: string
  head: ReactNode
  firstStop?: SheetStop
  /** On phones, a card of the selected spot replaces the first rows. */
  showsCard?: boolean
  children: ReactNode
}) {
  const sheet = useRef<HTMLElement>(null)
  const [stop, setStop] = useState<SheetStop>(firstStop)
  const startDrag = useSheetDrag(sheet, setStop)
  useBackLayer('list', stop === 'full', () => setStop('peek'))
  const isFull = stop === 'full'
  return (
    <section
      ref={sheet}
      id="results"
      tabIndex={-1}
      className="explore-sheet"
      data-stop={stop}
      data-card={showsCard || undefined}
      aria-label={label}
    >
      <div className="explore-sheet-head" onPointerDown={startDrag}>
        <button
          type="button"
          role="slider"
          className="explore-handle needs-script"
          aria-label="Height of the list"
          aria-orientation="vertical"
          aria-valuemin={0}
          aria-valuemax={sheetStops.length - 1}
          aria-valuenow={sheetStops.indexOf(stop)}
          aria-valuetext={stopWords[stop]}
          onKeyDown={(event) => {
            const next = stopByKey(event.key, stop)
            if (!next) return
            event.preventDefault()
            setStop(next)
          }}
        />
        <div className={head ? 'explore-head-line' : 'explore-head-line is-empty'}>
          {head}
          <Button
            className="explore-view-switch needs-script"
            icon={isFull ? <MapIcon /> : <List />}
            onClick={() => setStop(isFull ? 'peek' : 'full')}
          >
            {isFull ? 'Map' : 'List'}
          </Button>
        </div>
      </div>
      <div className="explore-scroll">{children}</div>
    </section>
  )
}
