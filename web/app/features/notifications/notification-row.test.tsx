import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { describeNotification } from '../../../../supabase/functions/_shared/notification-words.ts'
import type { Notification } from './notification.ts'
import { NotificationRow } from './notification-row.tsx'

const first: Notification = {
  ...{ id: 303, kind: 'comment', actor: null, spot: { id: 'abcdefgh2345', title: 'Fetta' }, post: null, list: null },
  ...{ comment_id: 'x', suggestion_id: null, rating: null, text: '', read_at: null },
  created_at: '2026-11-20T10:00:00Z',
}

function render(actor: Notification['actor'], text = '', kind = 'comment'): string {
  const entry = { first: { ...first, kind, actor, text }, ids: [303], isUnread: true }
  const now = Date.parse('2026-11-21T10:00:00Z')
  const element = <NotificationRow entry={entry} now={now} onOpen={() => undefined} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('draws the cover of the member, and for former members a figure that needs no file', () => {
  const id = '0b7c4a52-6f0e-4c58-9f3e-2d3f7a1b9c10'
  expect(render({ id, username: 'mara', name: 'Mara', avatar_url: null } as Notification['actor'])).toContain(
    `/cover/member-${id}/thumb/day.svg`,
  )
  const html = render(null)
  expect(html).toContain('notification-actor')
  expect(html).not.toContain('/cover/')
})

test('keeps the @ before the name of a mention in quoted right-to-left text', () => {
  expect(render(null, '@busy هل هو مفتوح؟ @mara')).toContain('<bdi>@busy</bdi>')
  expect(render(null, 'هل هو مفتوح؟ @mara')).toContain('<bdi>@mara</bdi></span>”')
})

test('links an edit by a moderator to the history of the spot', () => {
  const html = render(null, 'Changed: title.', 'edited')
  expect(html).toContain('/spot/abcdefgh2345/history')
  expect(html).toContain('was edited by a moderator.')
})

test('says what was removed or restored: the page, a contribution to it, or a list', () => {
  const read = (text: string, kind: string) =>
    render(null, text, kind)
      .replace(/<time.*/, '')
      .replace(/<[^>]*>/g, '')
  expect(read('Advertising', 'removed')).toContain('Fetta was removed.Reason: Advertising')
  expect(read('Your comment: Advertising', 'removed')).toContain(
    'Your comment on Fetta was removed.Reason: Advertising',
  )
  expect(read('Your photo: ', 'restored')).toMatch(/Your photo of Fetta was restored\.$/)
  expect(read('It is published later.', 'restored')).toContain('Fetta was restored.It is published later.')
  const list = { ...{ kind: 'removed', spot: null, post: null }, text: 'Your list “Cheap: watches”: Advertising' }
  const { before, after, note } = describeNotification({ ...first, ...list })
  expect([before, after, note]).toEqual(['Your list “Cheap: watches”', 'was removed.', 'Reason: Advertising'])
})

test('shortens quotes of comments and reviews, and shows the words of moderators in full', () => {
  for (const kind of ['reply', 'mention', 'comment', 'review']) expect(render(null, 'Words', kind)).toContain('lines-2')
  for (const kind of ['warning', 'removed', 'question', 'report-handled', 'suggestion-declined'])
    expect(render(null, 'Words', kind)).not.toContain('lines-2')
})
