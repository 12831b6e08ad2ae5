import type { Page } from '@playwright/test'
import { createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { waitForMap } from '../explore-screen.ts'
import { test } from '../fixtures.ts'
import { CAMERA, takePhonePhoto } from '../phone-photo.ts'
import { findSharedFile, SKIPPED } from '../shared-data.ts'
import { onSubmitScreen, shareByPhoto } from '../submit-screen.ts'

/** The position of the photos, away from every seed spot. */
const AREZZO = { lat: 43.4674, lng: 11.8851 }
const LISBON = { lat: 38.7139, lng: -9.1334 }

const PHONE_PHOTOS = [
  { file: 'images/jpeg-gps-nikon.jpg', near: AREZZO, camera: 'NIKON' },
  { file: 'images/heic-iphone.heic', near: { lat: 41.2203, lng: -96.0716 }, camera: 'Apple' },
]

for (const { file, near, camera } of PHONE_PHOTOS) {
  test(`publishes a spot from a real phone photo (${file}), which a visitor finds`, async ({
    page,
    signIn,
    openOther,
    checkAccessibility,
  }) => {
    const photo = findSharedFile(file)
    test.skip(!photo, SKIPPED)
    const title = `Bench above the roofs ${file.slice(-4)}`
    await signIn()
    await page.goto('/submit')
    await shareByPhoto(page, { title, photo: photo ?? '', near })
    await checkAccessibility()
    await expectCleanPhoto(page, camera)
    const visitor = await openOther()
    await visitor.goto('/')
    await visitor.getByRole('main').getByRole('link', { name: title }).first().click()
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}

test('publishes a spot from a phone photo, which a visitor finds', async ({ page, signIn, openOther }) => {
  await signIn()
  await page.goto('/submit')
  const buffer = await takePhonePhoto(page, LISBON)
  const title = 'Terrace of the seven steps'
  await shareByPhoto(page, { title, photo: { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }, near: LISBON })
  await expectCleanPhoto(page, CAMERA)
  await findAsVisitor(await openOther(), { title, near: LISBON })
})

test('pastes the text of an office program into a field, and a picture alone as a photo', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  const paste = (text: string) =>
    screen.place.evaluate((element, words) => {
      const clipboardData = new DataTransfer()
      if (words) clipboardData.setData('text/plain', words)
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // The browser inserts the text unless the page prevents it.
      return element.dispatchEvent(event)
    }, text)
  expect(await paste('A cell')).toBe(true)
  expect(await paste('')).toBe(false)
})

test('keeps a pin that is set while a photo uploads, and offers the position of the photo', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  const { promise: isPlaced, resolve: sendPhoto } = Promise.withResolvers<void>()
  await page.route('**/submit/photos', async (route) => {
    await isPlaced
    await route.continue()
  })
  const buffer = await takePhonePhoto(page, LISBON)
  await screen.addPhoto({ name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer })
  await screen.place.fill('41.89020, 12.49220')
  sendPhoto()
  await expect(screen.photoNews).toHaveText('1 of 1 photos uploaded', { timeout: 40_000 })
  await expect(page.getByText(/^The photo was taken .* from your pin/)).toBeVisible()
  await expect(screen.place).toHaveValue('41.89020, 12.49220')
})

test('ignores the position of the device once a place is typed', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const answers: PositionCallback[] = []
    Object.assign(window, { answerPosition: () => answers.map((answer) => answer(position)) })
    const position = { coords: { latitude: 1, longitude: 2 } } as GeolocationPosition
    navigator.geolocation.getCurrentPosition = (onFound) => void answers.push(onFound)
  })
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  for (const name of [/^Me/, 'Near me']) await page.getByRole('button', { name }).click()
  await screen.place.fill('45.0589, 7.7052')
  await page.evaluate('answerPosition()')
  await expect(page.getByRole('button', { name: 'Near me' })).toBeVisible()
  await expect(page.getByText(/^Read as 45°03/)).toBeVisible()
  await expect(screen.place).toHaveValue('45.0589, 7.7052')
})

test('publishes a spot by keyboard alone', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await screen.place.focus()
  await page.keyboard.type('41.8902, 12.4922')
  await page.getByRole('button', { name: /^Next: words/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'What is it?' })).toBeFocused()
  await screen.title.focus()
  await page.keyboard.type('Round theatre')
  await page.getByRole('radio', { name: 'Summit' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: /^Next: who/ }).press('Enter')
  await page.getByRole('button', { name: /^Next: check/ }).press('Enter')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Round theatre' })).toBeVisible()
})

test('lists missing fields with links to them and loses no input', async ({ page, signIn, checkAccessibility }) => {
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  await page.getByRole('button', { name: /^Next: words/ }).click()
  await expect(page.getByText('Please say where it is').first()).toBeVisible()
  await screen.place.fill('50.2, 14.2')
  await screen.goToWords()
  await page.getByRole('button', { name: /^Next: who/ }).click()
  await expect(page.getByText('Please enter a name.').first()).toBeVisible()
  await expect(page.getByText('Please choose a category.').first()).toBeVisible()
  await checkAccessibility()
})

test('creates one spot when it is submitted twice at once', async ({ page, site, signIn }) => {
  const account = await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  const submissionKey = await page.locator('input[name=submission_key]').inputValue()
  const form = { position: '48.2, 16.3', title: 'Twice', category: 'art', tags: '', description: '', address: '' }
  const fields = { ...form, website: '', access: 'free', visibility: 'public', precision: 'exact' }
  const send = () =>
    page.request.post('/submit', { multipart: { ...fields, submission_key: submissionKey }, maxRedirects: 0 })
  const responses = await Promise.all([send(), send(), send()])
  const places = responses.map((response) => response.headers().location)
  expect(new Set(places).size).toBe(1)
  expect(site.pathOf(places[0])).toMatch(/^\/spot\//)
  const client = await createMemberClient(site.url, account)
  const { data } = await client.from('spots').select('id').eq('author_id', account.id).throwOnError()
  expect(data).toHaveLength(1)
})

const BAD_PHOTOS = [
  'broken-truncated.jpg',
  'broken-corrupt-header.jpg',
  'mismatch-html-named.jpg',
  'hostile-svg-script.svg',
  'bomb-giant.jpg',
  'bomb-65536x65536.png',
]

test('explains why broken, hostile and oversized photos are rejected', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/413|422/)
  await signIn()
  await page.goto('/submit')
  const screen = onSubmitScreen(page)
  await screen.waitUntilReady()
  const giant = Buffer.alloc(26 * 1024 * 1024, 1)
  const photos = [
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('these are notes and no picture') },
    { name: 'giant.jpg', mimeType: 'image/jpeg', buffer: giant },
    ...BAD_PHOTOS.map((name) => findSharedFile(`images/${name}`)).filter((path) => path !== undefined),
  ]
  for (const [index, photo] of photos.entries()) {
    await screen.addPhoto(photo)
    await expect(screen.photoErrors.getByRole('listitem')).toHaveCount(index + 1, { timeout: 30_000 })
  }
  for (const sentence of await screen.photoErrors.getByRole('listitem').allTextContents())
    expect(sentence).toMatch(/Photo \d: .*(Please|please)/)
  expect((await page.request.get('/about')).status()).toBe(200)

  const good = await takePhonePhoto(page, LISBON)
  await screen.addPhoto({ name: 'good.jpg', mimeType: 'image/jpeg', buffer: good })
  await expect(screen.place).toHaveValue(/^38\.71/, { timeout: 30_000 })
})

test.describe('works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('adds a spot with a photo through the plain form', async ({ page, signIn, openOther }) => {
    await signIn()
    await page.goto('/submit')
    const drawing = await openOther({ javaScriptEnabled: true })
    const buffer = await takePhonePhoto(drawing, LISBON)
    await page.locator('input[name=position]').fill('47.0707, 15.4395')
    await page.locator('input[name=files]').setInputFiles({ name: 'clock.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByLabel('What is it called?').fill('Clock tower')
    await page.locator('.category-choice', { hasText: 'Viewpoint' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/spot\//)
    await expect(page.getByRole('heading', { level: 1, name: 'Clock tower' })).toBeVisible()
    await expect(page.locator('.spot-gallery img').first()).toBeVisible()
  })
})

/** Expects that no served photo of the gallery contains the camera or the position. */
async function expectCleanPhoto(page: Page, camera: string): Promise<void> {
  const image = page.locator('.spot-gallery img').first()
  await expect(image).toBeVisible()
  const addresses = await image.evaluate((element: HTMLImageElement) => {
    const sources = [element, ...(element.parentElement?.querySelectorAll('source') ?? [])]
    const sets = sources.flatMap(({ srcset }) => srcset.split(',').map((part) => part.trim().split(' ')[0] ?? ''))
    return [element.src, ...sets].filter(Boolean)
  })
  expect(addresses.length).toBeGreaterThan(1)
  for (const address of new Set(addresses)) {
    const response = await page.request.get(new URL(address, page.url()).href)
    expect([address, response.status()]).toEqual([address, 200])
    const content = (await response.body()).toString('latin1')
    expect([content.includes('Exif\0\0'), content.includes(camera), content.includes('http://ns.adobe')]).toEqual([
      false,
      false,
      false,
    ])
  }
}

/** Finds the spot by panning, by search and by category, then on the home page. */
async function findAsVisitor(
  page: Page,
  { title, near }: { title: string; near: { lat: number; lng: number } },
): Promise<void> {
  const row = page.locator('.explore-list').getByRole('link', { name: title })
  await page.goto(`/explore?lat=${near.lat}&lng=${near.lng - 0.2}&z=11`)
  await waitForMap(page)
  await expect(row).toBeHidden()
  await page.locator('.map canvas').focus()
  for (let step = 0; step < 12 && !(await row.isVisible()); step += 1) {
    const before = page.url()
    await page.keyboard.press('ArrowRight')
    await expect(page).not.toHaveURL(before)
    await waitForMap(page)
  }
  await expect(row).toBeVisible()
  await page.keyboard.press('+')
  await expect(page.locator(`.map-marker[aria-label^="${title}"]`)).toBeVisible()

  const field = page.getByRole('banner').getByLabel('Search spots, cities, tags')
  await field.pressSequentially(title.slice(0, 12))
  await page.getByRole('option', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  await page.goto(`/explore?lat=${near.lat}&lng=${near.lng}&z=12`)
  await page.getByRole('link', { name: 'Relief', exact: true }).click()
  await expect(page).toHaveURL(/group=relief/)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
}

test('aligns the header with the form', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/submit')
  const findLeft = async (name: string, role: 'link' | 'heading') =>
    (await page.getByRole(role, { name, exact: true }).first().boundingBox())?.x
  expect(await findLeft('Hereabouts', 'link')).toBe(await findLeft('Where is it?', 'heading'))
})
