import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { PostData } from './post-data.ts'

/** Author, date and reading time, then title and summary. */
export function PostHeader({ data: { post, story, minutes } }: { data: PostData }) {
  const facts = [
    post.published_at && formatDay(post.published_at),
    `${minutes} min`,
    story.stops.length > 0 && formatCount(story.stops.length, 'spot'),
  ].filter(Boolean)
  return (
    <header>
      <p className="story-byline">
        <MemberAvatar id={post.author?.id ?? post.id} url={post.author?.avatar_url ?? null} size={26} />
        <span>
          <bdi className="wrap-anywhere">{nameMember(post.author)}</bdi> · {facts.join(' · ')}
        </span>
      </p>
      <h1 className="story-title" dir="auto">
        {post.title}
      </h1>
      {post.summary && (
        <p className="story-summary" dir="auto">
          {post.summary}
        </p>
      )}
      {post.cover && (
        <div className="story-cover">
          <PhotoImage photo={post.cover} sizes="(width < 67.5rem) 100vw, 46rem" isFirst />
        </div>
      )}
    </header>
  )
}
