import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import ListIcon from 'lucide-react/icons/list'
import { href } from 'react-router'
import { SpotCard } from '#app/features/spots/cards/spot-card.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { OwnList } from './account-page.ts'

const icons = { want: <Bookmark />, been: <Check />, own: <ListIcon /> }

const visibilityWords: Record<OwnList['visibility'], string> = {
  public: 'visible to everyone',
  members: 'visible to members',
  link: 'visible to anyone with the link',
  private: 'only visible to you',
}

/** The member's lists, each with the spots added last. */
export function OwnLists({ lists }: { lists: OwnList[] }) {
  if (lists.length === 0) {
    return (
      <p className="text-ink-2">
        No lists yet. “Want to go” and “Been there” appear when you save your first spot.{' '}
        <TextLink to={href('/explore')}>Find a spot</TextLink>
      </p>
    )
  }
  return lists.map((list) => <OwnListPart key={list.id} list={list} />)
}

function OwnListPart({ list }: { list: OwnList }) {
  const rest = list.item_count - list.spots.length
  return (
    <article className="own-list">
      <header className="own-list-head">
        {icons[list.kind]}
        <h2 className="title text-h3" dir="auto">
          {list.title}
        </h2>
        <p className="own-list-note">
          {formatCount(list.item_count, 'spot')} · {visibilityWords[list.visibility]}
        </p>
      </header>
      {list.description && <p dir="auto">{list.description}</p>}
      {list.spots.length === 0 ? (
        <p className="text-ink-2">No spots yet.</p>
      ) : (
        <CardGrid className="account-spots">
          {list.spots.map((spot) => (
            <SpotCard key={spot.id} spot={spot} />
          ))}
        </CardGrid>
      )}
      {rest > 0 && <p className="text-ink-2">And {formatCount(rest, 'more', 'more')}.</p>}
    </article>
  )
}
