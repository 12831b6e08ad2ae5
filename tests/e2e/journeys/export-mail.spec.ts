import type { Page } from '@playwright/test'
import { querySocket } from '../../../backend/test/program.ts'
import { type Account, createAccount, createMemberClient, createSessionCookies } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { startMailServer } from '../mail-server.ts'
import { type Site, startSite } from '../site.ts'

/** The timeout for an email. The chores that pack, that compose emails and that send them each wait for their turn. */
const MAIL_MS = 75_000

async function signInAs(page: Page, site: Site, account: Account): Promise<void> {
  const cookies = await createSessionCookies(site.url, account)
  await page.context().clearCookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
}

/** Returns the text of a message without the soft line breaks of quoted-printable. */
function decode(message: string): string {
  return message.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('&amp;', '&')
}

test('emails a link to the packed data, which works for its member only and until it expires', async ({
  openOther,
}) => {
  await using mail = await startMailServer()
  const environment = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    SMTP_ADMIN_EMAIL: 'map@example.org',
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
  }
  await using site = await startSite({ template: process.env.E2E_TEMPLATE, environment })
  const [member, other] = [await createAccount(site.url), await createAccount(site.url)]
  const client = await createMemberClient(site.url, member)
  await client.rpc('start_data_export').throwOnError()
  const find = () =>
    mail.received.map(decode).find((text) => text.includes(member.email) && text.includes('export is ready'))
  await expect.poll(find, { timeout: MAIL_MS }).toBeTruthy()
  const link = /https?:\/\/[^\s"<>)]+section=export[^\s"<>)]*/.exec(find() ?? '')?.[0] ?? ''
  expect(link).toContain(site.url)

  // Signed out: to the sign-in and back.
  const page = await openOther()
  await page.goto(link)
  await expect(page).toHaveURL(/\/auth\//)
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  // The previous page has fields with the same names.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/section=export/)
  const download = page.getByRole('link', { name: 'Download', exact: true })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/^My data .*\.zip$/)

  // Another member does not get the archive.
  await signInAs(page, site, other)
  await page.goto(link)
  const sentence = page.getByText('This archive has expired or was deleted, or it belongs to another account.')
  await expect(sentence).toBeVisible()
  await expect(download).toBeHidden()
  expect((await page.request.get(`${site.url}/account/settings/export.zip`)).status()).toBe(404)

  // Once it has expired, the page says so.
  await querySocket(site.dataFolder, `update public.data_exports set expires_at = now() - interval '1 minute'`)
  await signInAs(page, site, member)
  await page.goto(link)
  await expect(sentence).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export your data' })).toBeVisible()

  // The URL of the file itself redirects to the sign-in, too.
  await page.context().clearCookies()
  await page.goto(`${site.url}/account/settings/export.zip`)
  await expect(page).toHaveURL(/\/auth\//)
  await page.close()
})
