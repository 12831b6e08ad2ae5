import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../../backend/test/scratch-folder.ts'
import type { ImportLine } from './read-features.ts'
import { readPlaces } from './read-places.ts'

async function read(name: string, text: string) {
  using scratch = createScratchFolder('memory')
  const file = join(scratch.path, name)
  writeFileSync(file, text)
  const lines: ImportLine[] = []
  for await (const line of readPlaces(file)) lines.push(line)
  return lines
}

test('reads the formats of members and rejects places without a position', async () => {
  const gpx =
    '<gpx><wpt lat="45" lon="7"><name>Castle</name></wpt><wpt lat="x" lon="7"><name>Nowhere</name></wpt></gpx>'
  expect(await read('places.gpx', gpx)).toMatchObject([
    { line: 1, spot: { title: 'Castle', category: 'castle', lng: 7, lat: 45 } },
    { line: 2, reason: 'Nowhere: The position is not a number.' },
  ])
})

test('reports the reason when a file cannot be read', async () => {
  await expect(read('places.kml', '<html></html>')).rejects.toThrow('places.kml: It is a web page')
})
