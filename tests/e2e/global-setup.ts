import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { seedSite } from './seed.ts'
import { startSite } from './site.ts'

/** Makes the data folder that every worker's site begins from: a migrated database with a small seed. */
export default async function prepareTemplate(): Promise<() => void> {
  const site = await startSite()
  await seedSite(site)
  await site.stop()
  process.env.E2E_TEMPLATE = site.dataFolder
  return () => rmSync(dirname(site.dataFolder), { recursive: true, force: true })
}
