import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { findNginx, installNginx } from '../../scripts/find-nginx.ts'
import { seedSite } from './seed.ts'
import { startSite } from './site.ts'

/** The nginx of the tests behind a proxy. Installed where every check is run; elsewhere one that is there is taken. */
function prepareNginx(): void {
  process.env.E2E_NGINX = (process.env.CI ? installNginx() : findNginx()) ?? ''
  if (!process.env.E2E_NGINX) process.stderr.write('There is no nginx here: NOTHING BEHIND A PROXY IS TESTED.\n')
}

/** Makes the data folder that every worker's site begins from: a migrated database with a small seed. */
export default async function prepareTemplate(): Promise<() => void> {
  prepareNginx()
  const site = await startSite()
  await seedSite(site)
  await site.stop()
  process.env.E2E_TEMPLATE = site.dataFolder
  return () => rmSync(dirname(site.dataFolder), { recursive: true, force: true })
}
