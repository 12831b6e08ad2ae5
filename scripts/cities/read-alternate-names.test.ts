import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../../backend/test/scratch-folder.ts'
import { readAlternateNames } from './read-alternate-names.ts'

const LINES = [
  '1\t3169070\tit\tRoma\t1\t\t\t',
  '2\t3169070\t\tUrbs\t\t\t\t1',
  '3\t3169070\tlink\thttps://example.org/Rome\t\t\t\t',
  '4\t3169070\tiata\tROM\t\t\t\t',
  '5\tnot a number\tde\tRom\t\t\t\t',
  '6\t3169070\tde\t  \t\t\t\t',
  '',
].join('\n')

test.each([
  ['plain', (text: string) => text],
  ['gzip', (text: string) => gzipSync(text)],
])('reads names of a %s file and skips links, codes and broken lines', async (_kind, pack) => {
  using folder = createScratchFolder('disk')
  const file = join(folder.path, 'names')
  writeFileSync(file, pack(LINES))
  const names = []
  for await (const name of readAlternateNames(file)) names.push(name)
  expect(names).toEqual([
    { id: 3169070, name: 'Roma', languages: ['it'] },
    { id: 3169070, name: 'Urbs', languages: [] },
  ])
})
