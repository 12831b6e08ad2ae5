import type { ReactNode } from 'react'
import { href } from 'react-router'
import { SaveIcon } from '#app/features/lists/save-icon.tsx'
import { handleSaveKey } from '#app/features/lists/save-keys.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** An entry of the feed: an avatar or sign, a sentence with its time, and content below. */
export function EntryRow({
  start,
  words,
  time,
  saved,
  children,
}: {
  start: ReactNode
  words: ReactNode
  time: ReactNode
  /** The only spot of the entry, if it has no cover of its own. */
  saved?: SpotSummary | undefined
  children: ReactNode
}) {
  return (
    <li
      className="feed-entry"
      onKeyDown={({ nativeEvent, currentTarget }) => saved && handleSaveKey(nativeEvent, currentTarget)}
    >
      {start}
      <div className="min-w-0">
        <div className="feed-line">
          <p>{words}</p>
          {time}
        </div>
        {children}
        {saved && <SaveIcon spot={saved} hasWords className="feed-save-words" />}
      </div>
    </li>
  )
}

/** A spot within a sentence. */
export function SpotLink({ spot }: { spot: SpotSummary }) {
  return (
    <TextLink className="title" to={spotUrl(spot)}>
      <bdi>{spot.title}</bdi>
    </TextLink>
  )
}

/** A city within a sentence. */
export function CityLink({ city }: { city: { slug: string; name: string } }) {
  return (
    <TextLink to={href('/city/:name', { name: city.slug })}>
      <bdi>{city.name}</bdi>
    </TextLink>
  )
}

/** The icon of an entry that is not about one member. */
export function Sign({ icon }: { icon: ReactNode }) {
  return (
    <span className="feed-sign" aria-hidden="true">
      {icon}
    </span>
  )
}
