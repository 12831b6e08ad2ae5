import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { createServiceClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'
import { findSharedFile, SKIPPED } from '../shared-data.ts'
import { SECRET_KEY, type Site, startSite } from '../site.ts'

const IMPORT = resolve(import.meta.dirname, '../../../scripts/import-places.ts')
const PLACES = 85_970
/** Street level. */
const CLOSEST_LOOKS = 14

test('all real places are imported, also by a program that was killed half-way, and the map shows them from the world to the street', async ({
  page,
}) => {
  // A minute or two on two cores; more where they are shared.
  test.setTimeout(480_000)
  const file = findSharedFile('places-real.ndjson.gz')
  test.skip(!file, SKIPPED)
  await using site = await startSite({ template: process.env.E2E_TEMPLATE })
  const before = await countSpots(site)

  const first = runImport(site, file ?? '')
  await first.waitFor(/^40000 lines read/m)
  first.child.kill('SIGKILL')
  await first.end
  const second = runImport(site, file ?? '')
  await second.end
  expect(second.output()).toMatch(/^Going on after line [45]\d{4}$/m)
  expect(second.output()).toMatch(/^8\d{4} lines read/m)
  expect(second.output()).toMatch(/^Done in \d+ s: 85970 imported, 0 known already, 0 rejected\.$/m)
  expect(await countSpots(site)).toBe(before + PLACES)

  await page.goto(`${site.url}/explore?lat=20&lng=10&z=0`)
  await waitForMap(page)
  await expect(page.locator('#results h1')).toHaveText(/^about 8[56],\d{3} spots in view$/)
  await expect(page.locator('.map-marker').first()).toBeVisible()

  await page.goto(`${site.url}/explore?lat=48.8566&lng=2.3522&z=3`)
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

/** The mark that stands for most spots; undefined when every mark is a single spot. */
async function findLargest(page: Page): Promise<number | undefined> {
  const labels = await page.locator('.map-marker').evaluateAll((marks) => marks.map((mark) => mark.ariaLabel ?? ''))
  const counts = labels.map((label) =>
    Number(/^([\d,]+) spots, look closer$/.exec(label)?.[1]?.replaceAll(',', '') ?? 1),
  )
  const most = Math.max(1, ...counts)
  return most > 1 ? counts.indexOf(most) : undefined
}

async function countSpots(site: Site): Promise<number> {
  const { count } = await createServiceClient(site.url)
    .from('spots')
    .select('id', { count: 'exact', head: true })
    .throwOnError()
  return count ?? 0
}

async function waitForMap(page: Page): Promise<void> {
  await expect(page.locator('.map[data-idle]')).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('#results [aria-busy]')).toHaveCount(0)
}

interface ImportRun {
  child: ChildProcess
  end: Promise<unknown>
  output(): string
  /** Resolves when the program has printed this; throws when it ends without it. */
  waitFor(pattern: RegExp): Promise<void>
}

/** The program behind `npm run import`, beside the running site. */
function runImport(site: Site, file: string): ImportRun {
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: site.dataFolder,
    PORT: new URL(site.url).port,
    SITE_URL: site.url,
    SUPABASE_SECRET_KEY: SECRET_KEY,
  }
  const child = spawn(process.execPath, [IMPORT, file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const end = once(child, 'close')
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const waitFor = async (pattern: RegExp) => {
    while (!pattern.test(output)) {
      if (child.exitCode !== null) throw new Error(`The import ended early:\n${output}`)
      await Promise.race([once(child.stdout, 'data'), end])
    }
  }
  return { child, end, output: () => output, waitFor }
}
