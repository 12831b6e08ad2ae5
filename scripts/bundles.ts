// Subscribes to cities and lists of other sites: npm run bundles -- help
import { runBundles } from './bundles/run-bundles.ts'

try {
  process.stdout.write(await runBundles(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
