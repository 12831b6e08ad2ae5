import type { ReactNode } from 'react'
import { writeOrdinal } from '#app/lib/format/number-words.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { PostData } from './post-data.ts'

/** Who else reads it, when not everybody does. */
const visibilityWords: Record<PostData['post']['visibility'], string> = {
  public: '',
  members: 'Only members see this story. It is in no search engine and no feed.',
  link: 'Only those who have the link see this story. It is in no list, no search and no feed.',
  private: 'Only you see this story.',
}

/** Where a story is in its life, and who sees it, when that is not simply everybody. */
export function PostNotices({ data: { post, viewer } }: { data: PostData }) {
  const words = visibilityWords[post.visibility]
  const status = describeStatus(post, viewer)
  if (!status && !words) return null
  return (
    <div className="story-notices">
      {status}
      {words && post.status !== 'removed' && <Notice>{words}</Notice>}
    </div>
  )
}

function describeStatus({ status, removal_reason }: PostData['post'], viewer: PostData['viewer']): ReactNode {
  switch (status) {
    case 'draft':
      return <Notice>A draft. Nobody else sees it.</Notice>
    case 'pending':
      return (
        <Notice kind="warn">
          Waiting for a look{viewer.queue_position && `: ${writeOrdinal(viewer.queue_position)} in the queue`}. Until
          then only {viewer.is_author ? 'you' : 'the author'} and the moderators see it.
        </Notice>
      )
    case 'closed':
      return <Notice kind="warn">The author closed this story: what it tells is over.</Notice>
    case 'removed':
      return (
        <Notice kind="bad" role="note">
          A moderator removed this story. The reason: <span dir="auto">{removal_reason}</span>
        </Notice>
      )
    case 'published':
      return null
  }
}
