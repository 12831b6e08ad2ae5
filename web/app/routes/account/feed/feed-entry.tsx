import List from 'lucide-react/icons/list'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { formatAgo, formatTime } from '#app/lib/format/dates.ts'
import { formatCount, pickPlural } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { CityLink, EntryRow, Sign, SpotLink } from './entry-row.tsx'
import { Covers } from './feed-covers.tsx'
import type { CityEntry, FeedEntry, ListEntry, SpotsEntry, StoriesEntry } from './feed-page.ts'

/** One member, city or list on one day. */
export function FeedEntryRow({
  entry,
  isToday,
  timeZone,
  now,
}: {
  entry: FeedEntry
  isToday: boolean
  timeZone: string
  now: number
}) {
  const time = (
    <time className="feed-time" dateTime={entry.at}>
      {isToday ? formatAgo(entry.at, now) : formatTime(entry.at, timeZone)}
    </time>
  )
  switch (entry.kind) {
    case 'spots':
      return <SpotsRow entry={entry} time={time} />
    case 'city':
      return <CityRow entry={entry} time={time} />
    case 'stories':
      return <StoriesRow entry={entry} time={time} />
    case 'list':
      return <ListEntryRow entry={entry} time={time} />
  }
}

function SpotsRow({ entry, time }: { entry: SpotsEntry; time: ReactNode }) {
  const { actor, city, count, spots } = entry
  return (
    <EntryRow
      start={<MemberAvatarLink member={actor} size={44} />}
      time={time}
      words={
        <>
          <MemberLink member={actor} /> marked {formatCount(count, 'spot')}
          {city && (
            <>
              {' in '}
              <CityLink city={city} />
            </>
          )}
        </>
      }
    >
      <Covers spots={spots} count={count} />
    </EntryRow>
  )
}

function CityRow({ entry: { city, count, spots }, time }: { entry: CityEntry; time: ReactNode }) {
  return (
    <EntryRow
      start={<Sign icon={<MapPin />} />}
      time={time}
      words={
        <>
          {pickPlural(count, 'A new spot', formatCount(count, 'new spot'))} in <CityLink city={city} />
        </>
      }
    >
      <Covers spots={spots} count={count} />
    </EntryRow>
  )
}

function StoriesRow({ entry, time }: { entry: StoriesEntry; time: ReactNode }) {
  const { actor, posts } = entry
  return (
    <EntryRow
      start={<MemberAvatarLink member={actor} size={44} />}
      time={time}
      words={
        <>
          <MemberLink member={actor} /> published{' '}
          {pickPlural(posts.length, 'a story', formatCount(posts.length, 'story', 'stories'))}
        </>
      }
    >
      {posts.map((post) => (
        <article key={post.id} className="feed-story">
          <div className="card-picture">
            {post.cover ? (
              <PhotoImage photo={{ ...post.cover, alt_text: '' }} sizes="140px" />
            ) : (
              <SheetPicture sheet={`story-${post.id}`} formats={{ wide: 'thumb', phone: 'thumb' }} />
            )}
          </div>
          <div className="feed-story-words">
            <h4 className="title text-h3" dir="auto">
              <SafeLink className="card-link" to={href('/post/:slug', { slug: post.slug })} prefetch="intent">
                {post.title}
              </SafeLink>
            </h4>
            {post.summary && (
              <p className="feed-story-summary lines-2 keeps-edge" dir="auto">
                {post.summary}
              </p>
            )}
            {post.spot_count > 0 && <p className="feed-quiet">{formatCount(post.spot_count, 'spot')}</p>}
          </div>
        </article>
      ))}
    </EntryRow>
  )
}

function ListEntryRow({ entry: { actor, list, count, items }, time }: { entry: ListEntry; time: ReactNode }) {
  const [first] = items
  const by = first?.added_by ?? actor
  return (
    <EntryRow
      start={<Sign icon={<List />} />}
      time={time}
      saved={count === 1 ? first?.spot : undefined}
      words={
        <>
          <MemberLink member={by} /> added{' '}
          {count === 1 && first ? <SpotLink spot={first.spot} /> : formatCount(count, 'spot')} to{' '}
          <TextLink to={`${href('/explore')}?${new URLSearchParams({ list: list.id })}`}>
            <bdi>{list.title}</bdi>
          </TextLink>
        </>
      }
    >
      {count === 1 && first ? (
        first.note && (
          <p className="feed-note" dir="auto">
            “<TextWithMentions text={first.note} />”
          </p>
        )
      ) : (
        <Covers spots={items.map(({ spot }) => spot)} count={count} />
      )}
    </EntryRow>
  )
}
