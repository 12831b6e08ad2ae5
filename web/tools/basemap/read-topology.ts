import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { GeometryCollection, Topology } from 'topojson-specification'

const require = createRequire(import.meta.url)

/** The countries of Natural Earth, and the land that they make together. */
export type WorldAtlas = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>

/** Reads a topology from a file of a package. */
export function readTopology<T>(path: string): T {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8')) as T
}
