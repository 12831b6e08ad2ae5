import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { fetchExploreResponse } from '#app/features/explore/explore-response.ts'
import { listSpotsAround } from '#app/features/explore/list-spots-around.ts'
import { toNearState } from '#app/features/explore/position/near-state.ts'
import { SpotListRow } from '#app/features/spots/cards/spot-list-row.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { SkeletonText } from '#app/ui/feedback/skeleton.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const ROWS = [0, 1, 2, 3, 4, 5] as const

/** The spots nearest to where the visitor pressed “Near me”. The server gets the middle of a cell of 2 km. */
export function NearYou({ position }: { position: Point }) {
  const { spots, hasFailed, retry } = useSpotsAround(position)
  const more = (
    <TextLink to={href('/explore')} state={toNearState(position)}>
      Show on the map
    </TextLink>
  )
  return (
    <Section title="Near you" more={more}>
      {hasFailed ? (
        <Notice kind="bad">
          <p>The spots near you could not be loaded.</p>
          <Button onClick={retry}>Try again</Button>
        </Notice>
      ) : (
        <SpotsAround spots={spots} position={position} />
      )}
    </Section>
  )
}

function SpotsAround({ spots, position }: { spots: SpotSummary[] | undefined; position: Point }) {
  if (spots?.length === 0) {
    return (
      <p className="text-ink-2">
        Nobody has marked a spot around here yet. <TextLink to={href('/submit')}>Add the first one</TextLink>.
      </p>
    )
  }
  return (
    <ol className="home-near" aria-busy={spots === undefined || undefined}>
      {spots?.map((spot) => (
        <SpotListRow key={spot.id} spot={spot} from={{ ...position, name: 'you' }} headingLevel="h3" />
      )) ?? ROWS.map((row) => <WaitingRow key={row} />)}
    </ol>
  )
}

function WaitingRow() {
  return (
    <li className="list-row" aria-hidden="true">
      <div className="card-picture" />
      <SkeletonText widths={[0.8, 0.5, 0.6]} />
    </li>
  )
}

function useSpotsAround(position: Point) {
  const [found, setFound] = useState<{ around: Point; spots: SpotSummary[] | null }>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same request.
  useEffect(() => {
    const calling = new AbortController()
    listSpotsAround(position, ROWS.length, (request) => fetchExploreResponse(request, calling.signal))
      .then((spots) => setFound({ around: position, spots }))
      .catch(() => calling.signal.aborted || setFound({ around: position, spots: null }))
    return () => calling.abort()
  }, [position, attempt])
  const current = found?.around === position ? found.spots : undefined
  return {
    spots: current ?? undefined,
    hasFailed: current === null,
    retry: () => {
      setFound(undefined)
      setAttempt((count) => count + 1)
    },
  }
}
