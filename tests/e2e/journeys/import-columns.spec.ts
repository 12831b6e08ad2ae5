import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

const TABLE = 'first,second,latitude,longitude\nPier,Harbour,-23.1,17.4\nBuoy,Sandbank,-23.2,17.5\n'

test('reads a table again with the chosen columns', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  await page.getByLabel('Choose files').setInputFiles({ name: 'places.csv', mimeType: '', buffer: Buffer.from(TABLE) })
  const rows = page.getByRole('list', { name: 'Places in your files' })
  await expect(rows).toContainText('Place at')
  await page.getByText('Which column is what?').click()
  await page.getByLabel('Name', { exact: true }).selectOption('1')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(rows.getByText('Harbour')).toBeVisible()
  await expect(rows).not.toContainText('Place at')
  await page.getByLabel('Latitude').selectOption('')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByRole('button', { name: /^No pin/ })).toContainText('2')
  await expect(page.getByRole('button', { name: 'Read again' })).toBeFocused()
})

test('reads only the corrected one of several tables again', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  const other = 'latitude,longitude,name\n-23.3,17.6,Lighthouse\n'
  await page.getByLabel('Choose files').setInputFiles([
    { name: 'other.csv', mimeType: '', buffer: Buffer.from(other) },
    { name: 'places.csv', mimeType: '', buffer: Buffer.from(TABLE) },
  ])
  const rows = page.getByRole('list', { name: 'Places in your files' })
  await expect(rows).toContainText('Lighthouse')
  await page.getByText('Which column is what?').click()
  await page.getByLabel('Table').selectOption('places.csv')
  await page.getByLabel('Name', { exact: true }).selectOption('1')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(rows.getByText('Harbour')).toBeVisible()
  await expect(rows.getByText('Lighthouse')).toBeVisible()
})

test('keeps corrected rows when a table is read again, and asks before it leaves them', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  const choose = () =>
    page.getByLabel('Choose files').setInputFiles({ name: 'places.csv', mimeType: '', buffer: Buffer.from(TABLE) })
  await choose()
  const rows = page.getByRole('list', { name: 'Places in your files' }).getByRole('listitem')
  await rows.nth(1).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Change 1 selected row' }).getByLabel('Category').selectOption('museum')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByText('Which column is what?').click()
  await page.getByLabel('Name', { exact: true }).selectOption('1')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(rows.nth(1)).toContainText('Sandbank')
  await expect(rows.nth(1)).toContainText('Museum')
  await expect(rows.nth(1)).toContainText('Skipped')
  await expect(rows.nth(0)).not.toContainText('Skipped')
  await page.getByRole('button', { name: 'Back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(rows.nth(1)).toContainText('Museum')
  await page.getByRole('button', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await choose()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Import your places' })).toBeVisible()
})
