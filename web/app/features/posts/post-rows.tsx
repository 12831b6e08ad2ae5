import { href } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { PostSummary } from './post-summary.ts'
import { StoryPicture } from './story-picture.tsx'
import './post-rows.css'

/** Labels for stories with a limited audience, in the author's own lists. */
const STATUS_WORDS: Partial<Record<PostSummary['status'], string>> = {
  draft: 'Draft',
  pending: 'Waiting for review',
  closed: 'Closed',
  removed: 'Removed',
}
const VISIBILITY_WORDS: Partial<Record<PostSummary['visibility'], string>> = {
  members: 'Members only',
  link: 'With the link',
  private: 'Only you',
}

/** A list of stories with their covers. */
export function PostRows({
  posts,
  headingLevel: Heading = 'h3',
}: {
  posts: PostSummary[]
  headingLevel?: 'h2' | 'h3'
}) {
  return (
    <ul>
      {posts.map((post) => (
        <li key={post.id} className="row card story-row">
          <div className="card-picture">
            <StoryPicture post={post} sizes="9rem" />
          </div>
          <div className="min-w-0">
            <Heading className="title text-h3" dir="auto">
              <SafeLink className="card-link" to={href('/post/:slug', { slug: post.slug })} prefetch="intent">
                {post.title}
              </SafeLink>
            </Heading>
            {post.summary && (
              <p className="story-row-summary keeps-edge" dir="auto">
                {post.summary}
              </p>
            )}
            <p className="text-small text-ink-2">
              <MemberLink member={post.author} />
              {listFacts(post).map((fact) => ` · ${fact}`)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function listFacts({ published_at, status, visibility }: PostSummary): string[] {
  const facts = [published_at && formatDay(published_at), STATUS_WORDS[status], VISIBILITY_WORDS[visibility]]
  return facts.filter((fact) => fact !== null && fact !== undefined)
}
