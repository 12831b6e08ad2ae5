import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ShownComment } from '#app/features/comments/comment-schema.ts'
import { PlainDelete, Replies, useInPlace } from '#app/features/comments/thread/comment-thread.tsx'
import { RemoveLink } from '#app/features/reports/remove-link.tsx'
import { ReportLink } from '#app/features/reports/report-link.tsx'
import { ReviewItem } from '#app/features/reviews/review-item.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '#app/ui/dialogs/menu.tsx'
import { DialogLink } from './dialogs/dialog-link.tsx'
import { useDialog } from './dialogs/dialog-state.tsx'
import type { ShownReview } from './spot-discussion-data.ts'
import { useReviewDeletion } from './use-review-deletion.ts'

/** A review with its actions and replies. */
export function ReviewEntry({
  review,
  isOwn,
  isFresh,
}: {
  review: ShownReview
  isOwn: boolean
  isFresh: (entry: Pick<ShownComment, 'created_at' | 'author'>) => boolean
}) {
  const viewer = useViewer()
  const linkSecret = useLinkSecret()
  const reply = useInPlace('reply', review.id)
  const { send, isGone } = useReviewDeletion(review.id)
  if (isGone) return null
  return (
    <ReviewItem
      review={review}
      isOwn={isOwn}
      isFresh={isFresh(review)}
      linkSecret={linkSecret}
      menu={isOwn && <OwnMenu onDelete={send} />}
      actions={
        viewer && (
          <>
            <SafeLink
              className="link"
              to={reply.to.replace('#comment-', '#review-')}
              rel="nofollow"
              data-reply
              onClick={(event) => {
                event.preventDefault()
                reply.open(event.currentTarget)
              }}
            >
              Reply
            </SafeLink>
            {isOwn && (
              <noscript className="contents">
                <DialogLink dialog="review">Edit</DialogLink>
                <PlainDelete intent="delete-review" id={review.id} />
              </noscript>
            )}
            {!isOwn && viewer.isModerator && <RemoveLink kind="review" id={review.id} />}
            {!isOwn && <ReportLink kind="review" id={review.id} isReported={review.is_reported} />}
          </>
        )
      }
      replies={
        <Replies
          replies={review.replies}
          answered={{ review: review.id }}
          isFresh={isFresh}
          replyTo={reply.to}
          isOpen={reply.isOpen}
          onOpen={reply.open}
          onCancel={reply.cancel}
          onSent={() => reply.setIsOpen(false)}
        />
      }
    />
  )
}

function OwnMenu({ onDelete }: { onDelete: () => void }) {
  const { open } = useDialog()
  return (
    <Menu
      label="Your review"
      trigger={(props) => (
        <IconButton {...props} label="More" icon={<Ellipsis />} className="comment-more needs-script" />
      )}
    >
      <MenuItem icon={<Pencil />} onSelect={() => open('review')}>
        Edit
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
