import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { runNotificationsAction } from './notifications-request.ts'

const PAGE = new URL('http://site.test/account?tab=notifications&show=unread&older=90')

function createCall(destination: string) {
  const marked: unknown[] = []
  const rpc = (_name: string, which: unknown) => {
    marked.push(which)
    return Promise.resolve({ data: 1, error: null, status: 200 })
  }
  const form = new FormData()
  form.set('intent', 'read')
  form.set('ids', '7 8')
  const headers = new Headers({ 'sec-fetch-dest': destination })
  return { marked, run: () => runNotificationsAction({ rpc } as unknown as Supabase, { form, url: PAGE, headers }) }
}

test('stays on the page when a script marks a notification as read', async () => {
  const { marked, run } = createCall('empty')
  expect(await run()).toBeNull()
  expect(marked).toEqual([{ ids: [7, 8] }])
})

test('returns to the same filter and page without JavaScript', async () => {
  const response = await createCall('document').run()
  expect(response?.headers.get('location')).toBe('/account?tab=notifications&show=unread&older=90')
})
