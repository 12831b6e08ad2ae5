import { href } from 'react-router'
import type { PostSummary } from '#app/features/posts/post-summary.ts'
import { writeNumber } from '#app/lib/format/number-words.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'

/** The stories that include this spot. */
export function SpotStories({ posts }: { posts: PostSummary[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="stories-title">
      <h2 className="title spot-sidebar-title" id="stories-title">
        In {writeNumber(posts.length)} {pickPlural(posts.length, 'story', 'stories')}
      </h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id} className="story-row">
            <SafeLink className="card-link title" to={href('/post/:slug', { slug: post.slug })} dir="auto">
              {post.title}
            </SafeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
