import { expect, test } from 'vitest'
import { createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { runPostAction } from './post-action.server.ts'

/** Sends a comment on a story whose slug no longer exists. `page` is the page that its former slug leads to. */
async function comment(page: unknown) {
  const { client: supabase, calls } = createTestClient({
    answer: ({ method, path }) => {
      if (path === '/rest/v1/rpc/post_page') return Response.json(page)
      return method === 'POST' ? Response.json({ id: 'c1' }, { status: 201 }) : Response.json([])
    },
  })
  const form = new FormData()
  form.set('intent', 'comment')
  form.set('body', 'Which bus goes there?')
  const url = new URL('https://here.example/post/old-title')
  const viewer = { id: 'mara' } as never
  const response = await runPostAction(new Request(url), url, { supabase, viewer, slug: 'old-title', form })
  return { response, sent: calls.find(({ path }) => path.startsWith('/rest/v1/comments'))?.body }
}

test('adds a comment to a story that was renamed since the page was opened', async () => {
  const { response, sent } = await comment({ post: { id: 'p1' } })
  expect(sent).toMatchObject({ post_id: 'p1', body: 'Which bus goes there?' })
  expect(response).toMatchObject({ intent: 'comment', rejection: undefined, created: 'c1' })
})

test('keeps the text of a comment on a story that is gone', async () => {
  const { response, sent } = await comment(null)
  expect(sent).toBeUndefined()
  expect(response).toMatchObject({
    init: { status: 400 },
    data: { rejection: { message: expect.stringContaining('deleted'), values: { body: 'Which bus goes there?' } } },
  })
})
