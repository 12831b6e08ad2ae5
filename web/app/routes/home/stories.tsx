import Lock from 'lucide-react/icons/lock'
import { href } from 'react-router'
import { nameMember } from '#app/features/account/member-name.ts'
import type { PostSummary } from '#app/features/posts/post-summary.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The latest stories. Titles are open to all; reading needs an account. */
export function Stories({ posts }: { posts: PostSummary[] }) {
  const viewer = useViewer()
  return (
    <div id="stories">
      <Section title="Stories">
        {posts.length === 0 ? (
          <p className="text-ink-2">Nobody has written one yet.</p>
        ) : (
          <ul className="home-stories">
            {posts.map((post) => (
              <li key={post.id} className="home-story">
                <h3 className="title text-h3" dir="auto">
                  <TextLink className="card-link" to={href('/post/:slug', { slug: post.slug })}>
                    {post.title}
                  </TextLink>
                </h3>
                <p dir="auto">{post.summary}</p>
                <p className="home-story-by">
                  By {nameMember(post.author)}
                  {post.published_at && `, ${formatDay(post.published_at)}`}
                </p>
              </li>
            ))}
          </ul>
        )}
        {!viewer && (
          <p className="home-story-by">
            <Lock size={14} aria-hidden="true" /> Titles are open to all. Reading needs an account.
          </p>
        )}
      </Section>
    </div>
  )
}
