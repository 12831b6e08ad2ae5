import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { waitForMap } from '../explore-screen.ts'
import { test } from '../fixtures.ts'
import { findSharedFile, SKIPPED } from '../shared-data.ts'
import { SECRET_KEY, type Site, startSite } from '../site.ts'

const IMPORT = resolve(import.meta.dirname, '../../../scripts/import-places.ts')
/** Every thirtieth of the 85,970 real places. Interrupted imports and the whole file are tested in scripts/import. */
const SAMPLE_STEP = 30
/** The maximum number of clicks down to street level. */
const CLOSEST_LOOKS = 14

test('shows imported places on the map, from the world to the street', async ({ page }) => {
  const file = findSharedFile('places-real.ndjson.gz')
  test.skip(!file, SKIPPED)
  await using site = await startSite({ template: process.env.E2E_TEMPLATE })
  const sample = samplePlaces(file ?? '')
  const path = test.info().outputPath('places.ndjson')
  writeFileSync(path, sample.join('\n'))
  expect(await runImport(site, path)).toContain(`${sample.length} imported, 0 already on the map, 0 rejected`)

  await page.goto(`${site.url}/explore?lat=20&lng=10&z=0`)
  await waitForMap(page)
  await expect(page.locator('#results h1')).toHaveText(/^(about )?2,[89]\d{2} spots in view$/)
  await expect(page.locator('.map-marker').first()).toBeVisible()

  await page.goto(`${site.url}/explore?lat=48.8566&lng=2.3522&z=8`)
  await waitForMap(page)
  const single = page.locator('.map-marker').filter({ hasNot: page.locator('.cluster-mark') })
  for (let look = 0; look < CLOSEST_LOOKS && (await findLargest(page)) !== undefined; look += 1) {
    const address = page.url()
    await page
      .locator('.map-marker')
      .nth((await findLargest(page)) ?? 0)
      .click({ force: true })
    await expect(page).not.toHaveURL(address)
    await waitForMap(page)
  }
  expect(await findLargest(page)).toBeUndefined()
  await expect(single.first()).toBeVisible()
})

function samplePlaces(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines.filter((_, index) => index % SAMPLE_STEP === 0)
}

/** Returns the index of the marker with the most spots, or undefined if every marker is a single spot. */
async function findLargest(page: Page): Promise<number | undefined> {
  const labels = await page.locator('.map-marker').evaluateAll((marks) => marks.map((mark) => mark.ariaLabel ?? ''))
  const counts = labels.map((label) => Number(/^([\d,]+) spots, zoom in$/.exec(label)?.[1]?.replaceAll(',', '') ?? 1))
  const most = Math.max(1, ...counts)
  return most > 1 ? counts.indexOf(most) : undefined
}

/** Runs the import program against the running site. Returns its output. */
async function runImport(site: Site, file: string): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: site.dataFolder,
    PORT: new URL(site.url).port,
    SITE_URL: site.url,
    SUPABASE_SECRET_KEY: SECRET_KEY,
  }
  const child = spawn(process.execPath, [IMPORT, file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await once(child, 'close')
  return output
}
