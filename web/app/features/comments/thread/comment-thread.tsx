import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { useFetcher, useSearchParams } from 'react-router'
import { RemoveLink } from '#app/features/reports/remove-link.tsx'
import { ReportLink } from '#app/features/reports/report-link.tsx'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { useRestore } from '#app/platform/undo/use-restore.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '#app/ui/dialogs/menu.tsx'
import type { ShownComment } from '../comment-schema.ts'
import { CommentEditForm } from './comment-edit-form.tsx'
import { type Answered, CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'

/** Links that open a form in place. Without JavaScript they reload the page with the form in it. */
export function useInPlace(name: 'reply' | 'edit', id: string) {
  const [search] = useSearchParams()
  const [isOpen, setIsOpen] = useState(search.get(name) === id)
  const opener = useRef<HTMLElement>(null)
  const parameters = new URLSearchParams(search)
  parameters.set(name, id)
  const open = (link: HTMLElement) => {
    opener.current = link
    setIsOpen(true)
    // A form that is already open may be elsewhere on the page, so it is focused here. A new one focuses itself.
    document
      .querySelector<HTMLElement>(`form:has([name="parent"], [name="review"]):has([value="${id}"]) textarea`)
      ?.focus()
  }
  /**
   * Returns the focus to the link that opened the form. If the page was loaded with the form open, no such link is
   * known, and the focus goes to the reply link.
   */
  const cancel = () => {
    setIsOpen(false)
    const link =
      opener.current ?? document.querySelector<HTMLElement>(`:is(#comment-${id}, #review-${id}) [data-reply]`)
    link?.focus()
  }
  return { isOpen, setIsOpen, open, cancel, to: `?${parameters}#comment-${id}` }
}

/** One comment with its actions. `onReply` opens the form below its thread. */
export function CommentEntry({
  comment,
  isReply = false,
  isFresh,
  replyTo,
  onReply,
  children,
}: {
  comment: ShownComment
  isReply?: boolean
  isFresh: boolean
  replyTo: string
  onReply: (link: HTMLElement) => void
  children?: React.ReactNode
}) {
  const viewer = useViewer()
  const edit = useInPlace('edit', comment.id)
  const { send, isGone } = useDeletion(comment.id)
  const isOwn = viewer !== null && viewer.id === comment.author?.id
  const closeEdit = () => {
    edit.setIsOpen(false)
    document.querySelector<HTMLElement>(`#comment-${comment.id} .comment-more`)?.focus()
  }
  if (isGone && !children) return null
  return (
    <CommentItem
      comment={isGone ? { ...comment, state: 'deleted' } : comment}
      isReply={isReply}
      isFresh={isFresh}
      menu={
        isOwn && (
          <Menu
            label="Your comment"
            trigger={(props) => (
              <IconButton {...props} label="More" icon={<Ellipsis />} className="comment-more needs-script" />
            )}
          >
            <MenuItem icon={<Pencil />} onSelect={() => edit.setIsOpen(true)}>
              Edit
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger onSelect={send}>
              Delete
            </MenuItem>
          </Menu>
        )
      }
      actions={
        viewer && (
          <>
            <SafeLink
              className="link"
              to={replyTo}
              rel="nofollow"
              data-reply
              onClick={(event) => {
                event.preventDefault()
                onReply(event.currentTarget)
              }}
            >
              Reply
            </SafeLink>
            {isOwn && (
              <noscript className="contents">
                <SafeLink className="link" to={edit.to} rel="nofollow">
                  Edit
                </SafeLink>
                <PlainDelete intent="delete-comment" id={comment.id} />
              </noscript>
            )}
            {!isOwn && viewer.isModerator && <RemoveLink kind="comment" id={comment.id} />}
            {!isOwn && <ReportLink kind="comment" id={comment.id} isReported={comment.is_reported} />}
          </>
        )
      }
      replies={children}
    >
      {isOwn && edit.isOpen ? <CommentEditForm comment={comment} onClose={closeEdit} /> : undefined}
    </CommentItem>
  )
}

/** Deletes a comment, which disappears at once. The toast offers undo. */
function useDeletion(id: string) {
  const fetcher = useFetcher<IntentResponse>()
  const showEarly = useEarlyToast(fetcher.data)
  const restore = useRestore('restore-comment')
  const send = () => {
    const deletion = fetcher.submit({ intent: 'delete-comment', id }, { method: 'post' })
    showEarly('Comment deleted', { label: 'Undo', onPress: () => void restore(id, deletion) })
  }
  return { send, isGone: fetcher.state !== 'idle' && !fetcher.data?.rejection }
}

/** The button that deletes a comment or a review, for pages without JavaScript. */
export function PlainDelete({ intent, id }: { intent: 'delete-comment' | 'delete-review'; id: string }) {
  return (
    <form method="post" className="contents">
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="intent" value={intent} className="link">
        Delete
      </button>
    </form>
  )
}

/** Replies below a comment or a review, with the form for one more while it is open. */
export function Replies({
  replies,
  answered,
  isFresh,
  replyTo,
  isOpen,
  onOpen,
  onCancel,
  onSent,
  more,
}: {
  replies: ShownComment[]
  answered: NonNullable<Answered>
  isFresh: (comment: ShownComment) => boolean
  replyTo: string
  isOpen: boolean
  onOpen: (link: HTMLElement) => void
  onCancel: () => void
  onSent: () => void
  more?: React.ReactNode
}) {
  const viewer = useViewer()
  const hasForm = viewer !== null && isOpen
  if (replies.length === 0 && !hasForm) return null
  return (
    <div className="comment-replies">
      <ul>
        {replies.map((reply) => (
          <CommentEntry
            key={reply.id}
            comment={reply}
            isReply
            isFresh={isFresh(reply)}
            replyTo={replyTo}
            onReply={onOpen}
          />
        ))}
      </ul>
      {more}
      {hasForm && <CommentForm answered={answered} onSent={onSent} onCancel={onCancel} />}
    </div>
  )
}
