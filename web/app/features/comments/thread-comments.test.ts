import { expect, test } from 'vitest'
import type { Comment } from './comment-schema.ts'
import { threadComments } from './thread-comments.ts'

function comment(id: string, parent_id: string | null = null): Comment {
  return {
    id,
    parent_id,
    body: id,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    author: null,
  }
}

test('places replies below their comment, in order', () => {
  const threads = threadComments([
    comment('a'),
    comment('b'),
    comment('a1', 'a'),
    comment('b1', 'b'),
    comment('a2', 'a'),
  ])
  expect(threads.map(({ comment: { id }, replies }) => [id, replies.map((reply) => reply.id)])).toEqual([
    ['a', ['a1', 'a2']],
    ['b', ['b1']],
  ])
})

test('keeps replies whose parent is not shown', () => {
  expect(threadComments([comment('a1', 'a')]).map((thread) => thread.comment.id)).toEqual(['a1'])
})
