import { querySocket } from '../../../backend/test/program.ts'
import { createMemberClient } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { createSpot } from '../spots.ts'

test('the owner of a secret link lets it expire and replaces it', async ({
  page,
  site,
  account,
  signIn,
  openOther,
  checkAccessibility,
  expectedErrors,
}) => {
  const spot = await createSpot(site, account)
  const client = await createMemberClient(site.url, account)
  await client.from('spots').update({ visibility: 'link' }).eq('id', spot).throwOnError()
  await signIn(account)
  await openHydrated(page, `/spot/${spot}?do=share`)
  const dialog = page.getByRole('dialog', { name: 'Share Old ferry' })
  const link = dialog.getByRole('textbox', { name: 'Link', exact: true })
  const first = await link.inputValue()

  await dialog.getByText('Let the link expire, or replace it').click()
  await dialog.getByLabel('Let it expire').selectOption('In a day')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The link expires in a day')).toBeVisible()
  await expect(dialog.getByText(/^The link expires on \d/)).toBeVisible()
  await checkAccessibility()

  const visitor = await openOther()
  await visitor.goto(first)
  await expect(visitor.getByRole('heading', { name: 'Old ferry' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Replace the link' }).click()
  await expect(page.getByText('Link replaced')).toBeVisible()
  await expect(link).not.toHaveValue(first)
  expectedErrors.push(/404/)
  expect((await visitor.goto(first))?.status()).toBe(404)
  await visitor.goto(await link.inputValue())
  await expect(visitor.getByRole('heading', { name: 'Old ferry' })).toBeVisible()

  await querySocket(site.dataFolder, `update public.links set expires_at = now() where spot_id = '${spot}'`)
  await page.reload()
  await expect(page.getByText('The secret link of this spot has expired.')).toBeVisible()
  await expect(dialog.getByText('This link has expired and no longer works.')).toBeVisible()
  await expect(dialog.getByText(/^The link expired on \d/)).toBeVisible()
})
