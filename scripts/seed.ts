// Fills this installation with the demo: npm run seed. Takes it out again: npm run seed -- --remove
import { fillDemo, removeDemo, type SeedProgress } from '../supabase/seed/seed-demo.ts'
import { openDataService } from './import/open-data-service.ts'

const isRemoval = process.argv.includes('--remove')

try {
  await using service = await openDataService(process.env)
  process.stdout.write(`${isRemoval ? 'Removing the demo from' : 'Filling the demo into'} ${service.place}\n`)
  await (isRemoval ? removeDemo : fillDemo)(service.client, tell)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\nRun the same command again to go on.\n`)
  process.exitCode = 1
}

function tell({ done, total, doing }: SeedProgress): void {
  if (done === total || process.stdout.isTTY) process.stdout.write(`${done} of ${total}: ${doing}\n`)
}
