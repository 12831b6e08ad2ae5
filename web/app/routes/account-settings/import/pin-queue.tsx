import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LazyMap } from '#app/features/map/live/lazy-map.tsx'
import { wrapLongitude } from '#app/features/map/map-view.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { isTyping } from '#app/lib/is-typing.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { KeyHints } from '#app/ui/display/key-hint.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Choice } from '#app/ui/forms/choices/choice.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Candidate, FoundImport, PinlessQueue } from './import-data.server.ts'
import { readPinKey } from './import-keys.ts'
import { importUrl } from './import-url.ts'

interface PinQueueProps {
  found: FoundImport
  queue: PinlessQueue
  message: string | undefined
  mapStyleUrl: string | undefined
}

/** The queue of places without a position. Members choose a suggestion or move the map under the cross. */
export function PinQueue(props: PinQueueProps) {
  const [first] = props.queue.rows
  // The new key resets the choice for the next place.
  return first ? <PinForm key={first.number} {...props} /> : null
}

function PinForm({ found, queue: { rows, candidates }, message, mapStyleUrl }: PinQueueProps) {
  const [first, ...next] = rows
  const [chosen, setChosen] = useState<Candidate | undefined>(candidates[0])
  const [position, setPosition] = useState('')
  const { form, heading, announced, handleKey } = usePinKeys({
    choices: [...candidates, undefined],
    onChoose: setChosen,
    later: first && importUrl(found.id, { pins: String(first.number) }),
  })
  const left = found.counts.pinless ?? rows.length
  if (!first) return null
  const from = [first.address, first.description].filter(Boolean).join(' · ').slice(0, 200)
  return (
    <Page className="import-pins">
      <PageForm method="post" className="import-pin-form" ref={form} onKeyDown={handleKey}>
        <p role="status" className="sr-only">
          {announced}
        </p>
        <p>{formatCount(left, 'place still needs a pin', 'places still need a pin')}</p>
        <h1 className="title text-h2" dir="auto" tabIndex={-1} ref={heading}>
          {first.title}
        </h1>
        {from && <p className="text-small text-ink-2" dir="auto">{`From the file: “${from}”`}</p>}
        {message && <Notice kind="bad">{message}</Notice>}
        <input type="hidden" name="id" value={found.id} />
        <input type="hidden" name="number" value={first.number} />
        <fieldset>
          <legend className="field-label">
            {candidates.length > 0 ? 'Found by name and address' : 'Nothing found by name'}
          </legend>
          {candidates.map((candidate) => (
            <Choice
              key={candidate.id}
              type="radio"
              name="candidate"
              value={toText(candidate)}
              label={candidate.name}
              hint={candidate.note}
              checked={chosen?.id === candidate.id}
              onChange={() => setChosen(candidate)}
            />
          ))}
          <Choice
            type="radio"
            name="candidate"
            value="own"
            label="Pin it myself"
            hint="Move the map under the cross"
            checked={chosen === undefined}
            onChange={() => setChosen(undefined)}
          />
        </fieldset>
        <TextField
          label="Coordinates or a link"
          name="position"
          value={position}
          onInput={(event) => setPosition(event.currentTarget.value)}
        />
        <div className="import-actions">
          <Button type="submit" name="intent" value="place" variant="primary">
            Set pin, next
          </Button>
          <Button type="submit" name="intent" value="leave-out">
            Skip
          </Button>
          <TextLink to={importUrl(found.id, { pins: String(first.number) })}>Later</TextLink>
          <TextLink to={importUrl(found.id)}>Result</TextLink>
        </div>
        <KeyHints
          hints={[
            { keys: ['↵'], words: 'set pin' },
            { keys: [candidates.length > 0 ? `1–${Math.min(9, candidates.length + 1)}` : '1'], words: 'choose' },
            { keys: ['→'], words: 'later' },
          ]}
        />
        <ol className="import-next" aria-label="Next places">
          {next.map(({ number, title }) => (
            <li key={number} dir="auto">
              {title}
            </li>
          ))}
        </ol>
      </PageForm>
      <div className="import-pin-map">
        <LazyMap
          center={chosen ?? { lng: 8, lat: 46 }}
          zoom={chosen ? 13 : 3}
          goTo={chosen && { center: chosen, zoom: 14 }}
          label="Map to place it"
          cross={{ radiiMeters: [] }}
          styleUrl={mapStyleUrl}
          onRest={({ center }) => {
            const point = { lng: wrapLongitude(center.lng), lat: center.lat }
            setPosition(toText(point))
            if (chosen && !isNear(chosen, point)) setChosen(undefined)
          }}
        />
      </div>
    </Page>
  )
}

/**
 * The keys of the queue. They work while the focus is on the heading or on a control that does not use them itself. Each
 * place starts with the focus on its heading, so that screen readers read it.
 */
function usePinKeys({
  choices,
  onChoose,
  later,
}: {
  choices: (Candidate | undefined)[]
  onChoose: (chosen: Candidate | undefined) => void
  later: string | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [announced, setAnnounced] = useState('')
  const navigateTo = useNavigateTo()
  useEffect(() => {
    if (!isTyping(document.activeElement)) heading.current?.focus()
  }, [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return
    const pressed = readPinKey(event.key, choices.length)
    if (!pressed || isTyping(event.target)) return
    // The browser handles Enter on controls, and the arrows between the choices.
    if (pressed.action === 'place' && event.target !== heading.current) return
    if (pressed.action === 'later' && event.target instanceof HTMLInputElement) return
    event.preventDefault()
    if (pressed.action === 'place')
      form.current?.requestSubmit(form.current.querySelector<HTMLElement>('[value="place"]'))
    else if (pressed.action === 'later') void (later && navigateTo(later))
    else {
      const choice = choices[pressed.index]
      onChoose(choice)
      setAnnounced(`${choice?.name ?? 'Pin it myself'} chosen`)
    }
  }
  return { form, heading, announced, handleKey }
}

/** Returns true within half a thousandth of a degree. Smaller changes come from rounding, not from moving the map. */
function isNear(a: Point, b: Point): boolean {
  return Math.abs(a.lng - b.lng) < 0.0005 && Math.abs(a.lat - b.lat) < 0.0005
}

function toText({ lng, lat }: Point): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`
}
