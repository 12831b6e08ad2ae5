import { expect, test } from '@playwright/test'
import { renderTemplate, type TemplateName } from '../../../backend/src/auth/domain/delivery/templates.ts'
import { composeMail } from '../../../supabase/functions/digest/compose-mail.ts'

const URL = 'https://map.example.org'
const PHONE = { width: 360, height: 740 }
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
const ADDRESS = 'christopher.montgomery.wentworth@universityofexample.edu'
const TEMPLATES: TemplateName[] = [
  'confirmation',
  'email_change',
  'invite',
  'magic_link',
  'reauthentication',
  'recovery',
]

test.use({ viewport: PHONE })

for (const name of TEMPLATES) {
  test(`fits the email ${name} with a long address on a phone`, async ({ page }) => {
    const { html } = await renderTemplate(name, {
      SiteURL: URL,
      ConfirmationURL: `${URL}/auth/v1/verify?token=1`,
      Email: ADDRESS,
      NewEmail: ADDRESS,
      SendingTo: ADDRESS,
      Token: '123456',
      TokenHash: 'abc',
      RedirectTo: URL,
      Data: {},
    })
    await page.setContent(html)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  })
}

test('fits notifications with a long title, a long link and paragraphs on a phone', async ({ page }) => {
  const reply = {
    id: 1,
    kind: 'reply',
    actor: { id: 'a', username: 'mara', name: null },
    spot: { id: 'abcdefgh2345', title: LONG },
    post: null,
    list: null,
    comment_id: 'c',
    suggestion_id: null,
    rating: null,
    text: `See https://example.org/${'x'.repeat(60)}\n\nThe next paragraph.\nIts second line.`,
    created_at: '2026-11-29T10:00:00Z',
  }
  const { html } = composeMail(
    {
      id: 'm',
      attempts: 1,
      recipient: ADDRESS,
      name: null,
      time_zone: 'Europe/Berlin',
      local_time: '2026-11-29T11:00',
      notifications: [reply],
      unsubscribe_token: 'token',
    },
    { name: 'Hereabouts', url: URL },
  )
  await page.setContent(html)
  await expect(page.getByText(LONG)).toBeVisible()
  await expect(page.getByText('The next paragraph.').locator('br')).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})
