import type { SupabaseClient } from '@supabase/supabase-js'
import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { SECRET_KEY } from '../site.ts'

const SPOT = { title: 'Lantern Steps', category: 'building', lng: 14.42, lat: 50.08, status: 'published' }

/** Creates a spot of the reader and a comment of the writer on it. */
async function notify(reader: SupabaseClient, readerId: string, writer: SupabaseClient, body: string): Promise<string> {
  const spots = reader.from('spots').insert({ ...SPOT, author_id: readerId })
  const { data } = await spots.select('id').single().throwOnError()
  await writer
    .from('comments')
    .insert({ spot_id: String(data.id), body })
    .throwOnError()
  return String(data.id)
}

test('opens the latest notifications from the bell, and the page of one', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const reader = await signIn()
  const spotId = await notify(
    await createMemberClient(site.url, reader),
    reader.id,
    await createMemberClient(site.url, account),
    'Is it open at night?',
  )
  await page.goto('/about')
  await page.getByRole('link', { name: 'Notifications (1 unread)' }).click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  const row = popover.getByRole('link', { name: /commented on Lantern Steps/ })
  await expect(row).toBeVisible()
  await checkAccessibility()
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(page.getByRole('link', { name: 'Notifications (1 unread)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await popover.getByRole('button', { name: 'Mark all read' }).click()
  await expect(popover.getByRole('button', { name: 'Mark all read' })).toBeHidden()
  await expect(popover).toBeFocused()
  await row.click()
  await expect(page).toHaveURL(new RegExp(`/spot/${spotId}#comment-`))
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
})

test('filters notifications and marks them as read, by keys and by form', async ({
  page,
  site,
  account,
  signIn,
  checkAccessibility,
}) => {
  const reader = await signIn()
  const writer = await createMemberClient(site.url, account)
  const own = await createMemberClient(site.url, reader)
  await notify(own, reader.id, writer, 'First')
  await notify(own, reader.id, writer, 'Second')
  await page.goto('/account?tab=notifications')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await checkAccessibility()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.locator('.notification[data-unread]')).toHaveCount(1)
  await page.getByRole('link', { name: 'Unread 1' }).click()
  await expect(page.locator('.notification')).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  // The button is gone, so the focus is at the heading beside it.
  await expect(page.getByRole('heading', { name: 'Notifications', level: 2 })).toBeFocused()
  await page.getByRole('link', { name: 'Unread 0' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing unread' })).toBeVisible()
})

test('saves notification settings at once, and unsubscribes by the link of an email', async ({
  page,
  site,
  account,
  signIn,
  openOther,
  checkAccessibility,
}) => {
  const reader = await signIn()
  await page.goto('/account/settings?section=notifications')
  await checkAccessibility()
  const comments = page.getByRole('group', { name: 'Comments on what I share' })
  await comments.getByRole('radio', { name: 'By email: At once' }).check()
  await expect(page.getByText(/^Saved \d\d:\d\d\.$/)).toBeVisible()
  await page.reload()
  await expect(comments.getByRole('radio', { name: 'By email: At once' })).toBeChecked()
  await expect(page.getByLabel('Time zone')).toHaveValue('UTC')
  await page.getByRole('button', { name: 'This device is in Europe/Berlin. Use that time zone' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d\.$/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  const own = await createMemberClient(site.url, reader)
  await notify(own, reader.id, await createMemberClient(site.url, account), 'By mail')
  const outbox = async () => {
    const headers = { authorization: `Bearer ${SECRET_KEY}` }
    const response = await fetch(`${site.url}/auth/v1/admin/outbox`, { headers })
    const mails = (await response.json()) as { recipient: string; text: string }[]
    return mails.find(({ recipient, text }) => recipient === reader.email && text.includes('By mail'))?.text ?? ''
  }
  await expect.poll(outbox, { timeout: 40_000 }).toContain('commented on Lantern Steps')
  const link = /Unsubscribe: (\S+)/.exec(await outbox())?.[1] ?? ''
  const visitor = await openOther()
  await visitor.goto(link)
  await checkAccessibility(visitor)
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(visitor.getByRole('heading', { name: 'You will no longer get emails about comments.' })).toBeVisible()
  const frequency = async () => {
    const rows = own.from('notification_preferences').select('mail').eq('topic', 'comments')
    return (await rows.single().throwOnError()).data.mail
  }
  expect(await frequency()).toBe('never')
  await visitor.getByRole('button', { name: 'Undo' }).click()
  await expect(visitor.getByRole('heading', { name: 'You will get emails about comments again.' })).toBeVisible()
  expect(await frequency()).toBe('now')
  // One-click unsubscribing of a mail program (RFC 8058).
  await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(await frequency()).toBe('never')
})

test('begins the page of notifications with its heading on a phone', async ({ page, signIn, checkAccessibility }) => {
  const reader = await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/account?tab=notifications')
  const heading = await page.getByRole('heading', { name: 'Notifications', level: 2 }).boundingBox()
  expect(heading?.y).toBeLessThan(240)
  await expect(page.getByRole('heading', { name: reader.username, level: 1 })).toHaveCount(1)
  await checkAccessibility()
})
