import Lock from 'lucide-react/icons/lock'
import { href } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import type { PostSummary } from '#app/features/posts/post-summary.ts'
import { StoryPicture } from '#app/features/posts/story-picture.tsx'
import { storiesUrl } from '#app/features/posts/story-query.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Section } from '#app/ui/layout/section.tsx'

const SHOWN = 5

/** The latest stories. Titles are public; reading needs an account. */
export function Stories({ posts }: { posts: PostSummary[] }) {
  const viewer = useViewer()
  const [lead, ...others] = posts.slice(0, SHOWN)
  return (
    <div id="stories">
      <Section title="Stories">
        {lead ? (
          <div className="home-stories">
            <StoryLead post={lead} />
            <ul>
              {others.map((post) => (
                <StoryLine key={post.id} post={post} />
              ))}
            </ul>
          </div>
        ) : (
          <p className="text-ink-2">No stories yet.</p>
        )}
        {lead && (
          <p className="home-story-all">
            <SafeLink className="link" to={storiesUrl({ tag: null, isMine: false })}>
              All stories
            </SafeLink>
          </p>
        )}
        {!viewer && (
          <p className="home-story-by">
            <Lock size={14} aria-hidden="true" /> Titles are public. Sign in to read the stories.
          </p>
        )}
      </Section>
    </div>
  )
}

function StoryLead({ post }: { post: PostSummary }) {
  return (
    <article className="card home-story-lead">
      <div className="card-picture">
        <StoryPicture post={post} sizes="(width < 47.5rem) 100vw, 40rem" />
      </div>
      <h3 className="title text-h2" dir="auto">
        <SafeLink className="card-link" to={href('/post/:slug', { slug: post.slug })}>
          {post.title}
        </SafeLink>
      </h3>
      <p className="keeps-edge" dir="auto">
        {post.summary}
      </p>
      <StoryBy post={post} />
    </article>
  )
}

function StoryLine({ post }: { post: PostSummary }) {
  return (
    <li className="card home-story">
      <h3 className="title text-h3" dir="auto">
        <SafeLink className="card-link" to={href('/post/:slug', { slug: post.slug })}>
          {post.title}
        </SafeLink>
      </h3>
      <StoryBy post={post} />
    </li>
  )
}

function StoryBy({ post }: { post: PostSummary }) {
  return (
    <p className="home-story-by">
      <span>
        By <MemberLink member={post.author} />
        {post.published_at && `, ${formatDay(post.published_at)}`}
      </span>
    </p>
  )
}
