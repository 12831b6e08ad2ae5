import { Fragment, type ReactNode } from 'react'
import { href } from 'react-router'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { storiesUrl } from '#app/features/posts/story-query.ts'
import { ReportLink } from '#app/features/reports/report-link.tsx'
import { TakeAlong } from '#app/features/spots/exports/take-along.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Tag } from '#app/ui/display/tag.tsx'
import type { PostData } from './post-data.ts'
import { ShareStory } from './share-story.tsx'

/** Author, date and reading time, then title and summary. */
export function PostHeader({ data: { post, story, minutes, viewer } }: { data: PostData }) {
  const facts = [
    post.published_at && formatDay(post.published_at),
    `${minutes} min`,
    story.stops.length > 0 && formatCount(story.stops.length, 'spot'),
  ].filter((fact) => typeof fact === 'string')
  const linkSecret = useLinkSecret()
  const linkSearch = linkSecret ? `?${new URLSearchParams({ link: linkSecret })}` : ''
  return (
    <header>
      <p className="story-byline">
        <MemberAvatarLink member={post.author} size={26} />
        <span>
          <MemberLink member={post.author} />
          {facts.map((fact) => (
            <Fragment key={fact}>
              {' · '}
              <span className="whitespace-nowrap">{fact}</span>
            </Fragment>
          ))}
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
      <PostLinks post={post} viewer={viewer} linkSearch={linkSearch}>
        {story.stops.length > 0 && (
          <TakeAlong
            title={`${formatCount(story.stops.length, 'spot')} in this story`}
            pathname={href('/post/:slug', { slug: post.slug })}
            search={linkSearch}
            look="words"
          />
        )}
      </PostLinks>
      {post.cover && (
        <div className="story-cover">
          <PhotoImage photo={post.cover} sizes="(width < 67.5rem) 100vw, 46rem" isFirst linkSecret={linkSecret} />
        </div>
      )}
    </header>
  )
}

/** The tags, the links of the author, and what else can be done with the story. */
function PostLinks({
  post,
  viewer,
  linkSearch,
  children,
}: Pick<PostData, 'post' | 'viewer'> & {
  /** The query with the secret that opens a story shared by link. */
  linkSearch: string
  children: ReactNode
}) {
  const mayEdit = (viewer.is_author && post.status !== 'removed') || viewer.is_moderator
  return (
    <div className="story-links touch-areas">
      {post.tags.map((tag) => (
        <Tag key={tag} to={storiesUrl({ tag, isMine: false })}>
          {tag}
        </Tag>
      ))}
      {mayEdit && (
        <SafeLink className="link" to={href('/post/:slug/edit', { slug: post.slug })}>
          Edit
        </SafeLink>
      )}
      {post.status !== 'draft' && (
        <SafeLink className="link" to={href('/post/:slug/history', { slug: post.slug }) + linkSearch} rel="nofollow">
          History
        </SafeLink>
      )}
      <ShareStory post={post} viewer={viewer} />
      {!viewer.is_author && <ReportLink kind="post" />}
      {children}
    </div>
  )
}
