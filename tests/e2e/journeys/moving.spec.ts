import { stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { type Account, createAccount, createCookieHeader, createMemberClient, signInPage } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { type Site, startSite } from '../site.ts'

const PLACE = { lng: 8.2, lat: 46.1, status: 'published' }

/** Adds a photo to a spot with the form of its page. */
async function addPhoto(site: Site, account: Account, spot: string, alt: string, width: number): Promise<void> {
  const picture = await sharp({ create: { width, height: 300, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('intent', 'photo')
  form.set('alt_text', alt)
  form.set('photo', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  const reply = await fetch(`${site.url}/spot/${spot}`, {
    method: 'POST',
    headers: {
      cookie: await createCookieHeader(site.url, account),
      origin: new URL(site.url).origin,
      'sec-fetch-dest': 'document',
      accept: 'text/html',
    },
    body: form,
    redirect: 'manual',
  })
  expect(reply.status).toBe(302)
}

/** Chooses a picture in the form of the profile. */
async function choosePicture(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 288, height: 288, channels: 3, background: '#b42' } })
    .png()
    .toBuffer()
  await page.goto('/account/settings')
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

/** Fills an account with one of everything that an archive restores. */
async function settle(site: Site, account: Account): Promise<void> {
  const client = await createMemberClient(site.url, account)
  const add = async (spot: object) => {
    const row = { ...PLACE, ...spot, author_id: account.id }
    const { data } = await client.from('spots').insert(row).select('id').single().throwOnError()
    return String(data.id)
  }
  const well = await add({
    title: 'Deep well',
    category: 'spring',
    tags: ['cold'],
    visibility: 'public',
    description: '**Clear** water.',
  })
  const hut = await add({
    title: 'Own hut',
    category: 'ruin',
    lng: 8.25,
    visibility: 'private',
    address: 'Up there 1',
    access: 'fee',
  })
  await addPhoto(site, account, well, 'First', 420)
  await addPhoto(site, account, well, 'Second', 400)
  await addPhoto(site, account, hut, 'Door', 410)
  const { data: bridge } = await client.from('spots').select('id').eq('title', 'Charles Bridge').single().throwOnError()
  const { data: list } = await client
    .rpc('create_list', { title: 'To walk', visibility: 'private', spot: hut })
    .throwOnError()
  for (const [index, spot_id] of [bridge.id, well].entries()) {
    await client
      .from('list_items')
      .insert({ list_id: list.id, spot_id, note: `Note ${index}` })
      .throwOnError()
  }
  await client
    .from('reviews')
    .insert({ spot_id: bridge.id, author_id: account.id, rating: 4, body: 'Go early.' })
    .throwOnError()
  await client.from('comments').insert({ spot_id: bridge.id, body: 'Is it lit at night?' }).throwOnError()
  await client.from('comments').insert({ spot_id: well, body: 'Mind the step.' }).throwOnError()
  const { data: city } = await client.from('cities').select('id').order('id').limit(1).single().throwOnError()
  await client.from('follows').insert({ city_id: city.id }).throwOnError()
  await client.from('notification_preferences').insert({ topic: 'reviews', in_app: true, mail: 'never' }).throwOnError()
  const story = { title: 'Two wells', summary: 'A walk', body: `Start.\n\n/spot/${well}\n\nThen.`, tags: ['walk'] }
  await client
    .from('posts')
    .insert({ ...story, author_id: account.id, status: 'draft', visibility: 'private' })
    .throwOnError()
}

/** Reads everything of an account without ids, and with the titles of spots in place of their ids. */
async function describeAccount(client: SupabaseClient, { id }: Account) {
  const { data: spots } = await client
    .from('spots')
    .select(
      'id, title, category, tags, description, lng, lat, address, access, visibility, status, created_at, published_at, photos!photos_spot_id_fkey(alt_text, width, position)',
    )
    .eq('author_id', id)
    .order('title')
    .throwOnError()
  const { data: items } = await client
    .from('list_items')
    .select('note, position, created_at, lists!inner(title, visibility, author_id, created_at), spots(title)')
    .eq('lists.author_id', id)
    .order('position')
    .throwOnError()
  const { data: reviews } = await client
    .from('reviews')
    .select('rating, body, created_at, spots(title)')
    .eq('author_id', id)
    .throwOnError()
  const { data: stories } = await client
    .from('posts')
    .select('title, summary, body, tags, visibility, status, created_at')
    .eq('author_id', id)
    .throwOnError()
  const { data: comments } = await client
    .from('comments')
    .select('body, created_at, spots(title)')
    .eq('author_id', id)
    .order('body')
    .throwOnError()
  const { data: follows } = await client
    .from('follows')
    .select('city_id, created_at')
    .eq('follower_id', id)
    .throwOnError()
  const { data: preferences } = await client
    .from('notification_preferences')
    .select('topic, in_app, mail')
    .eq('user_id', id)
    .throwOnError()
  const { data: profile } = await client.from('users').select('avatar_url').eq('id', id).single().throwOnError()
  const titles = new Map(spots.map((spot) => [spot.id as string, spot.title as string]))
  return {
    spots: spots.map(({ id: _, photos, ...spot }) => ({
      ...spot,
      photos: photos.toSorted((a, b) => a.position - b.position).map(({ alt_text, width }) => [alt_text, width]),
    })),
    items: items
      .map(({ note, created_at, lists, spots: spot }) => ({ note, created_at, list: lists, spot }))
      .map(({ list, ...item }) => ({ ...item, list: { ...Object(list), author_id: undefined } })),
    ...{ reviews, comments, follows, preferences },
    hasPicture: String(profile.avatar_url).includes(`/avatars/${id}/`),
    stories: stories.map((story) => ({
      ...story,
      body: String(story.body).replace(/\/spot\/(\w+)/g, (_, spot) => titles.get(spot) ?? spot),
    })),
  }
}

test('moves an account to another site with its photos in order, and nothing is lost but ids', async ({
  page,
  site,
  signIn,
  openOther,
}) => {
  const account = await signIn()
  await settle(site, account)
  await choosePicture(page)
  await page.goto('/account/settings?section=export')
  await page.getByRole('button', { name: 'Export your data' }).click()
  const download = page.getByRole('link', { name: 'Download', exact: true })
  await expect(download).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  const path = await file.path()
  const { size } = await stat(path)

  // A download that was cut off continues where it stopped.
  const rest = await page.request.get('/account/settings/export.zip', { headers: { range: `bytes=${size - 100}-` } })
  expect([rest.status(), rest.headers()['content-range']]).toEqual([206, `bytes ${size - 100}-${size - 1}/${size}`])

  await using other = await startSite({ template: process.env.E2E_TEMPLATE })
  const arrival = await createAccount(other.url)
  const page2 = await openOther()
  await signInPage(page2, other.url, arrival)
  await page2.goto(`${other.url}/account/settings/import`)
  await page2.getByLabel('Choose files').setInputFiles(path)
  await expect(page2.getByText('This is a Hereabouts export.')).toBeVisible()
  for (const label of ['Restore 2 comments', 'Restore 1 follow']) await expect(page2.getByLabel(label)).toBeChecked()
  await page2.getByRole('button', { name: /^Import \d+ places/ }).click()
  await expect(page2.getByRole('heading', { name: /\d+ places? imported/ })).toBeVisible({ timeout: 90_000 })
  const [before, after] = await Promise.all([
    createMemberClient(site.url, account),
    createMemberClient(other.url, arrival),
  ])
  const expected = await describeAccount(before, account)
  expect(expected.spots.map(({ photos }) => photos)).toEqual([
    [
      ['First', 420],
      ['Second', 400],
    ],
    [['Door', 410]],
  ])
  expect(expected.hasPicture).toBe(true)
  await expect.poll(() => describeAccount(after, arrival), { timeout: 60_000 }).toEqual(expected)
  // The second site stops before the browser does.
  await page2.close()
})
