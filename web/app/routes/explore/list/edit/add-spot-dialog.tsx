import { useState } from 'react'
import { href, useFetcher } from 'react-router'
import { useSuggestions } from '#app/features/search/use-suggestions.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageDialog } from '#app/ui/dialogs/page-dialog.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ListResponse } from '../list-action.server.ts'
import type { ListPage } from '../list-page.ts'

/** Finds spots by name and adds them. Without JavaScript, spots are saved to the list from their own pages. */
export function AddSpotDialog({ page, onClose }: { page: ListPage; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const near = page.items[0]?.spot
  const { suggestions, isLoading, hasFailed } = useSuggestions(typed, near && { lng: near.lng, lat: near.lat })
  const spots = suggestions.filter((suggestion) => suggestion.type === 'spot')
  const known = new Set(page.items.map(({ spot }) => spot.id))
  return (
    <PageDialog
      onClose={onClose}
      title="Add a spot"
      description={
        <>
          Search by name, or save spots to this list from <TextLink to={href('/explore')}>the map</TextLink>.
        </>
      }
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <TextField
        label="Name of the spot"
        name="q"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="found-spots" aria-busy={isLoading || undefined} aria-label="Spots found">
        {spots.map((spot) => (
          <FoundSpot key={spot.id} id={spot.id} title={spot.title} isKnown={known.has(spot.id)} />
        ))}
      </ul>
      {hasFailed && <p role="alert">The search could not be reached. Change the name to try again.</p>}
      {typed.trim().length > 1 && !isLoading && !hasFailed && spots.length === 0 && (
        <p className="text-ink-2">
          No spot has this name. If you know the place, <TextLink to={href('/submit')}>mark it</TextLink>.
        </p>
      )}
    </PageDialog>
  )
}

function FoundSpot({ id, title, isKnown }: { id: string; title: string; isKnown: boolean }) {
  const fetcher = useFetcher<ListResponse>()
  const showEarly = useEarlyToast(fetcher.data)
  const isOn = isKnown || fetcher.state !== 'idle'
  return (
    <li className="found-spot">
      <span className="min-w-0 flex-1" dir="auto">
        {title}
      </span>
      <Button
        size="small"
        disabled={isOn}
        aria-label={`Add ${title}`}
        onClick={() => {
          void fetcher.submit({ intent: 'add', spot: id }, { method: 'post' })
          showEarly(`${title} added`)
        }}
      >
        {isOn ? 'On the list' : 'Add'}
      </Button>
    </li>
  )
}
