import { profileUrl } from '#app/features/account/members/member-url.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import type { Comment, ShownComment } from './comment-schema.ts'
import type { CommentPage } from './discussion.ts'
import type { DiscussionChoice } from './discussion-choice.ts'

/** A page of comments, ready to be shown. */
export interface ShownComments extends Omit<CommentPage, 'threads'> {
  threads: { comment: ShownComment; replies: ShownComment[]; reply_count: number }[]
}

/** The shown comments of a page. Loaders return it as `discussion`. */
export interface CommentedDiscussion {
  comments: ShownComments
  choice: DiscussionChoice
}

/** Renders the texts of a page of comments. For loaders: the renderer is too large for the browser. */
export function renderComments(page: CommentPage, viewerId: string | undefined): ShownComments {
  const threads = page.threads.map(({ comment, replies, reply_count }) => ({
    comment: renderComment(comment, viewerId),
    replies: replies.map((reply) => renderComment(reply, viewerId)),
    reply_count,
  }))
  return { ...page, threads }
}

/** Renders the text of a comment. */
export function renderComment({ mentions, ...comment }: Comment, viewerId: string | undefined): ShownComment {
  const urls = mentions.flatMap(({ written, username }) =>
    username === null ? [] : [[written.toLowerCase(), withBase(profileUrl(username))] as const],
  )
  const isOwn = viewerId !== undefined && comment.author?.id === viewerId
  return {
    ...comment,
    body: isOwn ? comment.body : '',
    html: renderMarkdown(comment.body, { firstHeading: 4, mentions: new Map(urls) }),
  }
}
