import type { SupabaseClient } from '@supabase/supabase-js'
import { type Account, createMemberClient, signInPage } from '../accounts.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { waitForMap } from '../explore-screen.ts'
import { test } from '../fixtures.ts'

/** A spot in Prague, which the seed places on the map. */
const SPOT = { title: 'Lantern Steps', category: 'building', lng: 14.42, lat: 50.08, status: 'published' }

test('shows a followed member’s new spot in the feed, and follows from their profile', async ({
  page,
  site,
  account: author,
  signIn,
  checkAccessibility,
}) => {
  await createProfile(site.url, author)
  await signIn()
  await page.goto('/account')
  await expect(page.getByText('Follow someone and their places appear here.')).toBeVisible()
  await page.goto(`/explore?by=${author.username}`)
  await expect(page.getByText(`${author.username} has not marked anything yet.`)).toBeVisible()
  await page.getByRole('button', { name: `Follow ${author.username}` }).click()
  await expect(page.getByRole('button', { name: `Following ${author.username}` })).toBeVisible()
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
  await createSpot(await createMemberClient(site.url, author), author.id)
  await page.goto('/account')
  const entry = page.getByRole('listitem').filter({ hasText: `${author.username} marked 1 spot` })
  await expect(entry.getByRole('link', { name: SPOT.title })).toBeVisible()
  await checkAccessibility()
  // Before a first list is used, Save asks for one. S does the same from the focused row.
  await entry.getByRole('link', { name: SPOT.title }).focus()
  await page.keyboard.press('s')
  await page.getByRole('checkbox', { name: 'Want to go' }).click()
  await page.keyboard.press('Escape')
  await expect(entry.getByRole('button', { name: `Saved: choose lists for ${SPOT.title}` })).toBeFocused()
  await entry.getByRole('link', { name: author.username }).click()
  await expect(page).toHaveURL(`/explore?by=${author.username}`)
  await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeVisible()
  await waitForMap(page)
  await expect(page.getByRole('list').getByRole('link', { name: SPOT.title })).toBeVisible()
  await checkAccessibility()
  // Removing the filter leaves the map where it is.
  await page.getByRole('link', { name: `Marked by ${author.username}: remove` }).click()
  await expect(page).not.toHaveURL(/by=/)
  await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeHidden()
})

test('hides the comments of two members from each other after a block, and prevents following', async ({
  page,
  site,
  account: bully,
  signIn,
  openOther,
}) => {
  const author = await signIn()
  const authors = await createMemberClient(site.url, author)
  const spot = await createSpot(authors, author.id)
  await comment(authors, spot, author, 'The key hangs behind the door.')
  await comment(await createMemberClient(site.url, bully), spot, bully, 'You have no idea.')
  const other = await openOther()
  await signInPage(other, site.url, bully)

  await page.goto(`/spot/${spot}`)
  await expect(page.getByText('You have no idea.')).toBeVisible()
  await page.getByRole('link', { name: bully.username, exact: true }).click()
  await expect(page).toHaveURL(`/explore?by=${bully.username}`)
  // The URL changes before the screen does.
  await expect(page.getByRole('region', { name: 'Actions' })).toBeHidden()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: `Block ${bully.username}` }).click()
  await page.getByRole('button', { name: `Block ${bully.username}` }).click()
  await expect(page.getByText(`You blocked ${bully.username}.`, { exact: true }).first()).toBeVisible()
  await page.goto(`/spot/${spot}`)
  await expect(page.getByText('The key hangs behind the door.')).toBeVisible()
  await expect(page.getByText('You have no idea.')).toBeHidden()

  await other.goto(`/spot/${spot}`)
  await expect(other.getByText('You have no idea.')).toBeVisible()
  await expect(other.getByText('The key hangs behind the door.')).toBeHidden()
  expect((await other.request.get(`${site.url}/explore?by=${author.username}`)).status()).toBe(404)
  const bullies = await createMemberClient(site.url, bully)
  const followed = await bullies.from('follows').insert({ member_id: author.id })
  expect(followed.error?.code).toBe('42501')
  await comment(bullies, spot, bully, `@${author.username} answer me`)
  await page.goto('/account?tab=notifications')
  await expect(page.getByText('You have no idea.')).toBeHidden()
  await expect(page.getByText('answer me')).toBeHidden()

  await page.goto('/account/settings?section=people')
  await page.getByRole('button', { name: `Unblock ${bully.username}` }).click()
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible()
  await other.reload()
  await expect(other.getByText('The key hangs behind the door.')).toBeVisible()
})

test('opens the account menu by keyboard and returns the focus', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/about')
  const avatar = page.getByRole('link', { name: 'Your account' })
  await avatar.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'My map' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('l')
  await expect(page.getByRole('menuitem', { name: /^Lists/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(avatar).toBeFocused()
})

test('keeps the keyboard focus in the bell and in the list chooser until Escape', async ({ page, signIn, site }) => {
  const account = await signIn()
  const spot = await createSpot(await createMemberClient(site.url, account), account.id)
  await openHydrated(page, `/spot/${spot}`)
  await page.keyboard.press('Shift+S')
  const lists = page.getByRole('dialog', { name: 'Save to' })
  await expect(lists.getByRole('checkbox', { name: 'Want to go' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(lists.getByRole('checkbox', { name: 'Been there' })).toBeFocused()
  const bell = page.getByRole('link', { name: /^Notifications/ }).first()
  await page.keyboard.press('Escape')
  await expect(lists).toBeHidden()
  await bell.focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popup).toBeVisible()
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(() => popup.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('follows, blocks and unblocks by forms and links the avatar', async ({ page, account, signIn, site }) => {
    await createProfile(site.url, account)
    await signIn()
    await page.goto(`/explore?by=${account.username}`)
    await page.getByRole('button', { name: `Follow ${account.username}` }).click()
    await expect(page).toHaveURL(`/explore?by=${account.username}`)
    await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: `Block ${account.username}` }).click()
    await page.getByRole('button', { name: `Block ${account.username}` }).click()
    await expect(page.getByText(`You blocked ${account.username}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await expect(page.getByRole('button', { name: `Follow ${account.username}` })).toBeVisible()
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(page).toHaveURL('/account')
  })
})

test('hides a profile from visitors or from everyone by its setting', async ({ page, signIn, openOther, site }) => {
  const account = await signIn()
  await createProfile(site.url, account)
  const visitor = await openOther()
  const profile = `/explore?by=${account.username}`
  const save = async (choice: string) => {
    await page.goto('/account/settings?section=people')
    await page.getByRole('radio', { name: choice }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/can see your profile\./)).toBeVisible()
  }
  await visitor.goto(profile)
  await expect(visitor.getByRole('heading', { level: 1, name: account.username })).toBeVisible()
  await expect(visitor.locator('script[type="application/ld+json"]')).toHaveCount(1)
  await save('Members')
  await visitor.goto(profile)
  await expect(visitor.getByText(`${account.username} shows their profile to members.`)).toBeVisible()
  await expect(visitor.locator('meta[name="robots"][content^="noindex"]')).toHaveCount(1)
  await save('No one')
  expect((await visitor.request.get(`${site.url}${profile}`)).status()).toBe(404)
})

/** Writes the profile row of an account, as signing in does. */
async function createProfile(siteUrl: string, { id, username, ...account }: Account): Promise<void> {
  const client = await createMemberClient(siteUrl, { id, username, ...account })
  await client.from('users').upsert({ id, username }).throwOnError()
}

async function createSpot(client: SupabaseClient, authorId: string): Promise<string> {
  const { data } = await client
    .from('spots')
    .insert({ ...SPOT, author_id: authorId })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

async function comment(client: SupabaseClient, spot: string, author: Account, body: string): Promise<void> {
  await client.from('comments').insert({ spot_id: spot, author_id: author.id, body }).throwOnError()
}
