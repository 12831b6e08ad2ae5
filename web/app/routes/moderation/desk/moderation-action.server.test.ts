import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { hasChanged } from '../waiting/has-changed.server.ts'
import { getPreviewVersion } from '../waiting/preview-version.server.ts'
import type { PostPreview } from '../waiting/waiting-schema.ts'
import { runModerationAction } from './moderation-action.server.ts'

const called: string[] = []
const story: PostPreview = {
  ...({ id: 'p', slug: 'p', title: 'Walk', summary: '', tags: [], visibility: 'public', status: 'pending' } as const),
  ...{
    published_at: null,
    updated_at: '',
    comment_count: 0,
    author: null,
    cover: null,
    body: 'Up the hill',
    spots: [],
  },
}
const waiting = {
  counts: { waiting: 1, reports: 0, suggestions: 0 },
  ...{ oldest_at: null, last_decision_at: null, items: [], position: 1, previous: null, next: null },
  ...{ earlier: null, later: null },
  opened: {
    ...{
      id: 5,
      kind: 'post',
      target_id: 'p',
      since: '',
      asked_at: null,
      author: null,
      record: null,
      spot: null,
      post: null,
    },
    ...{ decided: null, openings: [], preview: story },
  },
}
const supabase = createClient('http://localhost:1', 'none', {
  auth: { persistSession: false, autoRefreshToken: false },
  global: {
    fetch: (input) => {
      called.push(String(input))
      return Promise.resolve(Response.json(String(input).endsWith('/moderation_waiting') ? waiting : { log_id: 7 }))
    },
  },
})
const url = new URL('http://localhost:3000/account/moderation')

const run = (fields: Record<string, string>) =>
  runModerationAction(
    new Request(url, { method: 'POST', body: new URLSearchParams(fields) }),
    url,
    supabase,
    hasChanged,
  )

const removals: Record<string, string>[] = [
  { intent: 'remove-all', member: 'm', item: 'spot:1', ban: 'yes' },
  { intent: 'decide', kind: 'spot', id: '1', verdict: 'removed', chosen: 'spam' },
]

test.each(removals)('removes nothing by a form that is not confirmed: $intent', async (fields) => {
  called.length = 0
  expect(await run(fields)).toMatchObject({
    data: { rejection: { message: 'Nothing was removed. Tick the box to confirm, then send it again.' } },
    init: { status: 400 },
  })
  expect(called).toEqual([])
})

test.each(removals)('removes after a confirmation: $intent', async (fields) => {
  expect(await run({ ...fields, confirm: 'yes' })).toMatchObject({ status: 303 })
})

test('approves without a confirmation', async () => {
  expect(await run({ intent: 'decide', kind: 'spot', id: '1', verdict: 'approved' })).toMatchObject({ status: 303 })
})

test('does not approve what the author has changed since the moderator read it', async () => {
  const approve = async (body: string) => {
    called.length = 0
    const seen = getPreviewVersion({ preview: { ...story, body } })
    const response = await run({ intent: 'decide', kind: 'post', id: 'p', item: '5', verdict: 'approved', seen })
    return 'headers' in response ? response.headers.get('location') : undefined
  }
  expect(await approve('Down the hill')).toBe('/account/moderation?item=5&did=changed')
  expect(called).not.toContainEqual(expect.stringContaining('/decide'))
  expect(await approve(story.body)).toContain('did=approved')
})
