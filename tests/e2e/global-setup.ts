import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { findNginx, installNginx } from '../../scripts/find-nginx.ts'
import { seedSite } from './seed.ts'
import { startSite } from './site.ts'

/** Finds nginx for the tests behind a proxy, and installs it in CI. Without it those tests are skipped. */
function prepareNginx(): void {
  process.env.E2E_NGINX = (process.env.CI ? installNginx() : findNginx()) ?? ''
}

/** Creates the data folder that every worker's site starts from: a migrated database with a small seed. */
export default async function prepareTemplate(): Promise<() => void> {
  prepareNginx()
  const site = await startSite()
  await seedSite(site)
  await site.stop()
  process.env.E2E_TEMPLATE = site.dataFolder
  return () => rmSync(dirname(site.dataFolder), { recursive: true, force: true })
}
