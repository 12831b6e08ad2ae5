import { href } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { PostSummary } from './post-summary.ts'

/** A list of story titles. Each row is one link. */
export function PostRows({ posts }: { posts: PostSummary[] }) {
  return (
    <ul>
      {posts.map((post) => (
        <li key={post.id} className="row">
          <div className="min-w-0">
            <h3 className="title text-h3" dir="auto">
              <SafeLink className="card-link" to={href('/post/:slug', { slug: post.slug })} prefetch="intent">
                {post.title}
              </SafeLink>
            </h3>
            <p className="text-small text-ink-2">
              <MemberLink member={post.author} />
              {post.published_at && ` · ${formatDay(post.published_at)}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
