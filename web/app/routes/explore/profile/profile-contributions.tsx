import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { NumberMark } from '#app/features/map/marks/number-mark.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { OpenProfile, ProfileList, ProfileStory } from './profile-page.ts'

/** The lists of a member, numbered as on the map. */
export function ProfileLists({ profile: { member, lists } }: { profile: OpenProfile }) {
  if (lists.length === 0) return <Nothing name={getMemberName(member)} what="has not made a list for others yet." />
  return (
    <ol>
      {lists.map((list, index) => (
        <ListLine key={list.id} list={list} number={index + 1} />
      ))}
    </ol>
  )
}

function ListLine({ list, number }: { list: ProfileList; number: number }) {
  return (
    <li className="row profile-row">
      <NumberMark number={number} />
      <div className="min-w-0 flex-1">
        <h2 className="title text-h3" dir="auto">
          <SafeLink className="card-link" to={{ search: `?${new URLSearchParams({ list: list.id })}` }}>
            {list.title}
          </SafeLink>
        </h2>
        <p className="text-small text-ink-2">
          {formatCount(list.item_count, 'spot')} · updated {formatDay(list.updated_at)}
        </p>
        {list.description && (
          <p className="profile-row-text keeps-edge lines-2" dir="auto">
            {list.description}
          </p>
        )}
      </div>
    </li>
  )
}

/** The stories of a member, numbered as on the map. */
export function ProfileStories({ profile: { member, stories } }: { profile: OpenProfile }) {
  if (stories.length === 0) return <Nothing name={getMemberName(member)} what="has not written a story yet." />
  return (
    <ol>
      {stories.map((story, index) => (
        <StoryLine key={story.id} story={story} number={index + 1} />
      ))}
    </ol>
  )
}

function StoryLine({ story, number }: { story: ProfileStory; number: number }) {
  const facts = [
    story.published_at && formatDay(story.published_at),
    story.places.length > 0 && formatCount(story.places.length, 'spot'),
  ].filter(Boolean)
  return (
    <li className="list-row">
      <div className="card-picture">
        {story.cover ? (
          <PhotoImage photo={{ ...story.cover, alt_text: '' }} sizes="92px" />
        ) : (
          <SheetPicture sheet={`story-${story.id}`} formats={{ wide: 'thumb', phone: 'thumb' }} />
        )}
      </div>
      <div className="min-w-0">
        <h2 className="title card-title lines-3" dir="auto">
          <SafeLink className="card-link" to={href('/post/:slug', { slug: story.slug })} prefetch="intent">
            {story.title}
          </SafeLink>
        </h2>
        <p className="profile-story-facts">
          {story.places.length > 0 && <NumberMark number={number} />} {facts.join(' · ')}
        </p>
      </div>
    </li>
  )
}

/** The sentence of an empty section. `what` continues it after the name. */
export function Nothing({ name, what }: { name: string; what: string }) {
  return (
    <p className="profile-nothing">
      <bdi>{name}</bdi> {what}
    </p>
  )
}
