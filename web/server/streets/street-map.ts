import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StreetSettings } from '../../app/platform/config/street-settings.ts'
import { openStreetArchive, type StreetArchive } from './street-archive.ts'

/** The interval at which changed files are noticed and failed archives are retried. */
const RESCAN_MS = 30_000
const VERSION_LENGTH = 12
/** Archives with fewer zooms have no streets. */
const STREET_ZOOM = 12
const EXTENSION = '.pmtiles'

interface Tile {
  bytes: ArrayBuffer
  isGzipped: boolean
}

/** The street tiles of the site, from one archive or several. */
export interface StreetMap {
  /** Undefined without a readable archive. */
  readonly settings: StreetSettings | undefined
  /** Returns the tile of the most detailed archive that has it, or undefined. Throws when an archive cannot be read. */
  findTile(z: number, x: number, y: number): Promise<Tile | undefined>
  /** Returns true if an archive with streets covers a tile, but ends at a lower zoom. */
  hasCoarserTile(z: number, x: number, y: number): boolean
  close(): Promise<void>
}

interface StreetMapOptions {
  /** Paths and URLs of archives. */
  locations: string[]
  /** Files of this folder are used too. It may be absent. */
  folder: string
  warn(message: string, details: Record<string, unknown>): void
}

/** Opens the archives and watches their files for changes. Archives that cannot be read are left out and retried. */
export async function openStreetMap(options: StreetMapOptions): Promise<StreetMap> {
  const { locations, folder, warn } = options
  const opened = new Map<string, StreetArchive>()
  const warned = new Set<string>()
  let ordered: StreetArchive[] = []
  let settings: StreetSettings | undefined

  const warnOnce = (key: string, message: string, details: Record<string, unknown>) => {
    if (!warned.has(key)) warn(message, details)
    warned.add(key)
  }
  const add = async (location: string, key: string) => {
    try {
      opened.set(key, await openStreetArchive(location))
      warned.delete(key)
    } catch (error) {
      warnOnce(key, 'a map archive cannot be used', { location, reason: toReason(error) })
    }
  }
  const scan = async () => {
    const wanted = new Map([...locations, ...listFiles(folder)].map((location) => [toKey(location), location]))
    for (const [key, archive] of opened) {
      if (wanted.has(key) && !archive.isReplaced()) continue
      opened.delete(key)
      await archive.close()
    }
    for (const [key, location] of wanted) if (!opened.has(key)) await add(location, key)
    ordered = orderArchives([...opened.values()])
    settings = toSettings(ordered)
    warned.delete(folder)
  }
  /** Scans the folder. Keeps the archives that were found before if it cannot be read. */
  const tryScan = () =>
    scan().catch((error: unknown) => {
      warnOnce(folder, 'the folder of map archives cannot be read', { folder, reason: toReason(error) })
    })
  await tryScan()
  const timer = setInterval(() => void tryScan(), RESCAN_MS).unref()

  return {
    get settings() {
      return settings
    },
    findTile: async (z, x, y) => {
      for (const archive of ordered) {
        if (!covers(archive, z, x, y)) continue
        const bytes = await archive.findTile(z, x, y)
        if (bytes) return { bytes, isGzipped: archive.isGzipped }
      }
      return undefined
    },
    hasCoarserTile: (z, x, y) =>
      ordered.some(({ maxZoom, bounds }) => maxZoom >= STREET_ZOOM && maxZoom < z && overlaps(bounds, z, x, y)),
    close: async () => {
      clearInterval(timer)
      await Promise.all([...opened.values()].map((archive) => archive.close()))
    },
  }
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION))
  return names.toSorted().map((name) => join(folder, name))
}

/** Returns a key that changes when the file is replaced. */
function toKey(location: string): string {
  const file = statSync(location, { throwIfNoEntry: false })
  return JSON.stringify([location, file?.mtimeMs, file?.size])
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Sorts archives by detail, most detailed first, then by area, smallest first. Leaves out archives whose schema differs
 * from that of the first.
 */
function orderArchives(archives: StreetArchive[]): StreetArchive[] {
  const size = ({ bounds: [west, south, east, north] }: StreetArchive) => (east - west) * (north - south)
  const ordered = archives.toSorted((a, b) => b.maxZoom - a.maxZoom || size(a) - size(b))
  return ordered.filter(({ schema }) => schema === ordered[0]?.schema)
}

function toSettings(archives: StreetArchive[]): StreetSettings | undefined {
  const [first] = archives
  if (!first) return undefined
  const versions = createHash('sha256').update(JSON.stringify(archives.map(({ version }) => version)))
  return {
    version: versions.digest('hex').slice(0, VERSION_LENGTH),
    schema: first.schema,
    maxZoom: first.maxZoom,
    areas: archives.filter(({ maxZoom }) => maxZoom >= STREET_ZOOM).map(({ bounds }) => bounds),
    attribution: [...new Set(archives.map(({ attribution }) => attribution))].filter(Boolean).join(' · '),
  }
}

function covers({ minZoom, maxZoom, bounds }: StreetArchive, z: number, x: number, y: number): boolean {
  return z >= minZoom && z <= maxZoom && overlaps(bounds, z, x, y)
}

/** Returns true if a tile is within the bounds, at least in part. */
function overlaps([west, south, east, north]: StreetArchive['bounds'], z: number, x: number, y: number): boolean {
  const count = 2 ** z
  const toLng = (column: number) => (column / count) * 360 - 180
  const toLat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI
  return toLng(x + 1) > west && toLng(x) < east && toLat(y) > south && toLat(y + 1) < north
}
