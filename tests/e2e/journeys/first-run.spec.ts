import { randomBytes } from 'node:crypto'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { startSite } from '../site.ts'

test('prints a link at the first start whose first sign-up becomes the administrator', async ({
  openOther,
  checkAccessibility,
}) => {
  // Cities play no part here, and loading them takes longer than everything else.
  await using site = await startSite({ environment: { CITIES_MIN_POPULATION: '1000000' } })
  const link = /\S+\/auth\/signup\?invitation=\S+/.exec(site.output())?.[0] ?? ''
  expect(link).toContain(site.url)
  const page = await openOther({ baseURL: `${site.url}/` })
  await page.goto(link)
  const mark = randomBytes(4).toString('hex')
  await page.getByLabel('Username').fill(`founder-${mark}`)
  await page.getByLabel('Email').fill(`founder-${mark}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(`over the hills ${mark}`)
  await page.getByRole('button', { name: /^Sign up/ }).click()
  await expect(page.getByRole('heading', { name: 'The sheet is blank. It is yours.' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Choose: Name your site' }).click()
  await expect(page).toHaveURL(/\/account\/moderation\/settings/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings of this site' })).toBeVisible()
  await checkAccessibility(page)
  // The link works once. Everyone else sees the usual empty page without the list.
  const visitor = await openOther({ baseURL: `${site.url}/` })
  await visitor.goto(site.url)
  await expect(visitor.getByRole('heading', { name: 'The sheet is blank. It is yours.' })).toBeHidden()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Sign up' })).toBeVisible()
  await expect(visitor.getByText('This link makes you the administrator')).toBeHidden()
  for (const each of [page, visitor]) await each.context().close()
  await site.stop()
  await site.start()
  expect(site.output().split('has no administrator yet')).toHaveLength(2)
})
