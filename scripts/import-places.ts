// Imports places: npm run import -- FILE, in any format that members can import, or compressed with gzip. Run it again
// to resume. --license and --attribution name the licence and author of places without their own.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importPlaces } from './import/import-places.ts'
import { openDataService } from './import/open-data-service.ts'

const USAGE = 'Usage: npm run import -- FILE [--license "CC BY 4.0"] [--attribution AUTHOR]\n'
const { values: ofFile, positionals } = readArguments()
const [file] = positionals
if (!file || !existsSync(file)) {
  process.stderr.write(file ? `File not found: ${file}\n` : USAGE)
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
  const report = {
    onResume: (line: number) => process.stdout.write(`Resuming after line ${line}\n`),
    onReject: ({ line, reason }: { line: number; reason: string }) =>
      process.stdout.write(`${isTerminal ? '\r' : ''}line ${line}: ${reason}\n`),
    onProgress: ({ line, imported }: { line: number; imported: number }) => {
      if (isTerminal) process.stdout.write(`\r${line} lines read, ${imported} spots created`)
      else if (line - reported >= LINES_BETWEEN) {
        reported = line
        process.stdout.write(`${line} lines read, ${imported} spots created\n`)
      }
    },
  }
  const summary = await importPlaces(service.client, file, report, ofFile)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const unknown = [...summary.unknownCategories].map(([category, count]) => `${category} (${count})`)
  if (unknown.length > 0)
    process.stdout.write(`${isTerminal ? '\n' : ''}Imported as curiosities: ${unknown.join(', ')}\n`)
  process.stdout.write(
    `${isTerminal ? '\n' : ''}Done in ${seconds} s: ${summary.imported} imported, ${summary.known} already on the map, ${summary.rejected} rejected${summary.photos > 0 ? `, ${summary.photos} photos added` : ''}.\n`,
  )
} catch (error) {
  process.stderr.write(
    `\n${error instanceof Error ? error.message : String(error)}\nRun the same command again to resume.\n`,
  )
  process.exitCode = 1
}

function readArguments() {
  try {
    const options = { license: { type: 'string' }, attribution: { type: 'string' } } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}
