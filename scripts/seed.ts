// Adds the demo content to this installation: npm run seed. Removes it: npm run seed -- --remove
import { fillDemo, removeDemo, type SeedProgress } from '../supabase/seed/seed-demo.ts'
import { openDataService } from './import/open-data-service.ts'

const isRemoval = process.argv.includes('--remove')

try {
  await using service = await openDataService(process.env)
  process.stdout.write(
    `${isRemoval ? 'Removing the demo content from' : 'Adding the demo content to'} ${service.place}\n`,
  )
  await (isRemoval ? removeDemo : fillDemo)(service.client, tell)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\nRun the same command again to resume.\n`)
  process.exitCode = 1
}

function tell({ done, total, doing }: SeedProgress): void {
  if (done === total || process.stdout.isTTY) process.stdout.write(`${done} of ${total}: ${doing}\n`)
}
