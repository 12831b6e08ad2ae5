import type { ReactNode } from 'react'
import { href, useSearchParams } from 'react-router'
import { ReportSent } from '#app/features/reports/report-sent.tsx'
import { REPORT_SENT } from '#app/features/reports/report-url.ts'
import { hasExpired } from '#app/features/share/link-lifetimes.ts'
import { writeOrdinal } from '#app/lib/format/number-words.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useCopy } from '#app/ui/buttons/use-copy.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { PostData } from './post-data.ts'

/** The text for each visibility, unless everyone can see the story. */
const visibilityWords: Record<PostData['post']['visibility'], string> = {
  public: '',
  members: 'Only members can see this story. It is not in search engines or feeds.',
  link: 'Only people with the link can see this story. It is not in lists, search or feeds.',
  private: 'Only you can see this story.',
}

/** The same for the owner of an expired link. */
const EXPIRED = 'The secret link of this story has expired. You can renew it under “Share”.'

/** The status and visibility of the story, unless it is published for everyone. */
export function PostNotices({ data: { post, viewer } }: { data: PostData }) {
  const words = hasExpired(viewer.link_expires_at) ? EXPIRED : visibilityWords[post.visibility]
  const [search] = useSearchParams()
  const status = describeStatus(post, viewer)
  if (!status && !words && !search.has(REPORT_SENT)) return null
  return (
    <div className="story-notices">
      <ReportSent />
      {status}
      {words && post.status !== 'removed' && <Notice>{words}</Notice>}
      {viewer.link_secret && !hasExpired(viewer.link_expires_at) && (
        <SecretLink slug={post.slug} secret={viewer.link_secret} />
      )}
    </div>
  )
}

/** The author's link to a story that is listed nowhere. */
function SecretLink({ slug, secret }: { slug: string; secret: string }) {
  const { siteUrl } = useAppSettings()
  const { copy } = useCopy('Link copied')
  const url = `${siteUrl}${href('/post/:slug', { slug })}?link=${secret}`
  return (
    <p className="story-secret">
      <span className="measured wrap-anywhere">{url}</span>
      <Button className="needs-script" onClick={() => copy(url)}>
        Copy link
      </Button>
    </p>
  )
}

function describeStatus({ status, removal_reason }: PostData['post'], viewer: PostData['viewer']): ReactNode {
  switch (status) {
    case 'draft':
      return <Notice>This is a draft. Only you can see it.</Notice>
    case 'pending':
      return (
        <Notice kind="warn">
          Waiting for review{viewer.queue_position && `: ${writeOrdinal(viewer.queue_position)} in the queue`}. Until
          then only {viewer.is_author ? 'you' : 'the author'} and the moderators can see it.
        </Notice>
      )
    case 'closed':
      return <Notice kind="warn">The author closed this story because it is out of date.</Notice>
    case 'removed':
      return (
        <Notice kind="bad" role="note">
          A moderator removed this story. Reason: <span dir="auto">{removal_reason}</span>
        </Notice>
      )
    case 'published':
      return null
  }
}
