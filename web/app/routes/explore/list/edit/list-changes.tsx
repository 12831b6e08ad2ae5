import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ListChange } from '../list-page.ts'

const words: Record<ListChange['kind'], [before: string, after?: string]> = {
  added: ['added'],
  removed: ['took', 'off the list'],
  moved: ['moved'],
  note: ['changed the note on'],
  details: ['changed the title or description'],
  joined: ['joined'],
  left: ['left'],
}

const WITHOUT_SPOT: ListChange['kind'][] = ['details', 'joined', 'left']

/** The changes with their members, latest first. */
export function ListChanges({ changes, now }: { changes: ListChange[]; now: number }) {
  return (
    <details className="list-more list-changes">
      <summary>
        <span className="link">Changes</span>
      </summary>
      <ul>
        {changes.map(({ id, kind, actor, spot, created_at }) => (
          <li key={id}>
            <MemberLink member={actor} /> {words[kind][0]} {!WITHOUT_SPOT.includes(kind) && <ChangedSpot spot={spot} />}{' '}
            {words[kind][1]}
            <time dateTime={created_at}>{formatAgo(created_at, now)}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}

function ChangedSpot({ spot }: { spot: ListChange['spot'] }) {
  if (spot === null) return 'a spot that is gone'
  return (
    <TextLink to={spotUrl(spot)} dir="auto">
      {spot.title}
    </TextLink>
  )
}
