// Imports places: npm run import -- FILE, in any format that members can import, also gzip. Run it again to resume.
import { existsSync } from 'node:fs'
import { importPlaces } from './import/import-places.ts'
import { openDataService } from './import/open-data-service.ts'

const [file] = process.argv.slice(2)
if (!file || !existsSync(file)) {
  process.stderr.write(file ? `File not found: ${file}\n` : 'Usage: npm run import -- FILE\n')
  process.exit(2)
}

const isTerminal = process.stdout.isTTY
/** On a terminal, progress is one line that is overwritten. Elsewhere it is a line per this many lines read. */
const LINES_BETWEEN = 2000

try {
  const startedAt = Date.now()
  await using service = await openDataService(process.env)
  process.stdout.write(`Importing ${file} into ${service.place}\n`)
  let reported = 0
  const summary = await importPlaces(service.client, file, {
    onResume: (line) => process.stdout.write(`Resuming after line ${line}\n`),
    onReject: ({ line, reason }) => process.stdout.write(`${isTerminal ? '\r' : ''}line ${line}: ${reason}\n`),
    onProgress: ({ line, imported }) => {
      if (isTerminal) process.stdout.write(`\r${line} lines read, ${imported} spots created`)
      else if (line - reported >= LINES_BETWEEN) {
        reported = line
        process.stdout.write(`${line} lines read, ${imported} spots created\n`)
      }
    },
  })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const unknown = [...summary.unknownCategories].map(([category, count]) => `${category} (${count})`)
  if (unknown.length > 0)
    process.stdout.write(`${isTerminal ? '\n' : ''}Imported as curiosities: ${unknown.join(', ')}\n`)
  process.stdout.write(
    `${isTerminal ? '\n' : ''}Done in ${seconds} s: ${summary.imported} imported, ${summary.known} known already, ${summary.rejected} rejected${summary.photos > 0 ? `, ${summary.photos} photos added` : ''}.\n`,
  )
} catch (error) {
  process.stderr.write(
    `\n${error instanceof Error ? error.message : String(error)}\nRun the same command again to resume.\n`,
  )
  process.exitCode = 1
}
