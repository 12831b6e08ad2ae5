// Street maps of this installation: npm run map -- extract URL --city SLUG, list, remove NAME (docs/operations.md).
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../backend/src/config.ts'
import { openStreetArchive } from '../web/server/streets/street-archive.ts'
import { findCityBounds } from './map/city-bounds.ts'
import { type ExtractedRegion, extractRegion } from './map/extract-region.ts'
import { type MapCommand, parseArguments, USAGE } from './map/parse-arguments.ts'

const EXTENSION = '.pmtiles'
const isTerminal = process.stdout.isTTY
/** On a terminal, progress is one line that is overwritten. Elsewhere it is a line per this many percent. */
const PERCENT_BETWEEN = 10

try {
  await run(parseArguments(process.argv.slice(2)), join(readConfig(process.env).dataFolder, 'maps'))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(message === USAGE ? USAGE : `${message}\n`)
  process.exitCode = message === USAGE ? 2 : 1
}

async function run(command: MapCommand, folder: string): Promise<void> {
  if (command.name === 'list') await list(folder)
  else if (command.name === 'remove') remove(join(folder, command.file + EXTENSION), command.file)
  else await extract(command, folder)
}

async function extract(command: Extract<MapCommand, { name: 'extract' }>, folder: string): Promise<void> {
  const { location, area, maxZoom } = command
  const file = join(folder, command.file + EXTENSION)
  const bounds = 'city' in area ? findCityBounds(area.city) : area.bounds
  process.stdout.write(`Copying ${bounds.map((edge) => edge.toFixed(3)).join(', ')} from ${location}\n`)
  const startedAt = Date.now()
  const extracted = await extractRegion({
    location,
    file,
    bounds,
    maxZoom,
    onResume: (bytes) => process.stdout.write(`Resuming after ${toMegabytes(bytes)}\n`),
    onProgress: createProgress(),
  }).catch((error: unknown) => {
    throw new Error(describeFailure(error, location), { cause: error })
  })
  report(extracted, file, Date.now() - startedAt)
}

function report({ tiles, bytes }: ExtractedRegion, file: string, milliseconds: number): void {
  const seconds = Math.round(milliseconds / 1000)
  process.stdout.write(
    `${isTerminal ? '\n' : ''}Done in ${seconds} s: ${tiles} tiles, ${toMegabytes(bytes)}, in ${file}\n`,
  )
  process.stdout.write('A running site shows the streets within 30 seconds.\n')
}

function createProgress(): (done: number, total: number) => void {
  let shown = -1
  return (done, total) => {
    const percent = total > 0 ? Math.floor((done / total) * 100) : 100
    if (percent < shown + (isTerminal ? 1 : PERCENT_BETWEEN) && (isTerminal || percent < 100 || shown === 100)) return
    shown = percent
    const line = `${percent} % of ${toMegabytes(total)}`
    process.stdout.write(isTerminal ? `\r${line}` : `${line}\n`)
  }
}

function describeFailure(error: unknown, location: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const status = /Bad response code: (\d+)/.exec(message)?.[1]
  if (status) return `The server of ${location} answered with status ${status}.`
  if (/Byte Serving/.test(message)) return `The server of ${location} does not support range requests.`
  if (/magic number/.test(message)) return `${location} is not a PMTiles archive.`
  if (/fetch failed/.test(message)) return `${location} cannot be reached. Run the same command again to resume.`
  if (/ENOSPC/.test(message)) return 'The disk is full. Make room and run the same command again to resume.'
  return message
}

async function list(folder: string): Promise<void> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(EXTENSION)) : []
  if (names.length === 0) process.stdout.write(`There are no street maps in ${folder}\n`)
  for (const name of names.toSorted()) {
    const path = join(folder, name)
    const size = toMegabytes(statSync(path).size)
    try {
      const archive = await openStreetArchive(path)
      await archive.close()
      const area = archive.bounds.map((edge) => edge.toFixed(2)).join(', ')
      process.stdout.write(
        `${name}  ${size}  zooms ${archive.minZoom}–${archive.maxZoom}  ${archive.schema}  ${area}\n`,
      )
    } catch (error) {
      process.stdout.write(
        `${name}  ${size}  cannot be used: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
}

function remove(file: string, name: string): void {
  const found = [file, `${file}.part`].filter((path) => existsSync(path))
  if (found.length === 0) throw new Error(`There is no street map ${name}. \`npm run map -- list\` shows all.`)
  for (const path of found) rmSync(path)
  process.stdout.write(`Removed ${name}. A running site notices within 30 seconds.\n`)
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
