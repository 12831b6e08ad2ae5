// Manages accounts: npm run admin -- help
import { runAdmin } from './admin/run-admin.ts'

try {
  process.stdout.write(await runAdmin(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
