import { readConfig } from 'backend/config'
import { PROCESS_FLAG } from 'backend/processes/launch-process'
import { readProcessCount } from 'backend/processes/process-count'
import { describeFailure } from 'backend/start/describe-failure'
import { findHostedProject } from './server/settings/web-config.ts'

try {
  await main()
} catch (error) {
  process.stderr.write(describeFailure(error))
  process.exit(1)
}

/**
 * The program of the site: everything in one process, or a primary process that starts this program again for each
 * web process. Loads only the code that the case needs.
 */
async function main(): Promise<void> {
  const flag = process.argv.indexOf(PROCESS_FLAG)
  const count = process.argv.includes('--dev') || flag > 0 ? 1 : readProcessCount(process.env)
  if (count > 1) {
    const { runPrimary } = await import('backend/processes/run-primary')
    const hasBackend = findHostedProject(process.env) === undefined
    return runPrimary({ program: import.meta.filename, count, config: readConfig(process.env), hasBackend })
  }
  const site = import('./server/start-site.ts')
  // The pages load while the database starts. A failure is reported by startSite.
  if (!process.argv.includes('--dev')) void preloadPages()
  if (flag > 0) {
    const { runProcess } = await import('backend/processes/run-process')
    return runProcess(Number(process.argv[flag + 1]), async (placement) => (await site).startSite(placement))
  }
  const { runServer } = await import('backend/run-server')
  await runServer(async () => (await site).startSite())
}

async function preloadPages(): Promise<void> {
  const { loadBuild } = await import('./server/run-web-app.ts')
  await loadBuild().catch(() => undefined)
}
