import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../../../test/scratch-folder.ts'
import { chooseSharedBuffers } from './shared-buffers.ts'

const GIGABYTE = 1024 ** 3

test.for([
  { data: 0.0625, memory: 24, size: '128MB', why: 'a small site takes no more than before' },
  { data: 4, memory: 24, size: '512MB', why: 'an eighth of the data' },
  { data: 14, memory: 2, size: '256MB', why: 'an eighth of the memory' },
  { data: 14, memory: 0.5, size: '128MB', why: 'never less than a small site needs' },
  { data: 100, memory: 64, size: '1024MB', why: 'the largest size' },
])('gives $size for $data GB of data and $memory GB of memory: $why', ({ data, memory, size }) => {
  using scratch = createScratchFolder()
  const database = join(scratch.path, 'base/5')
  mkdirSync(database, { recursive: true })
  for (const [name, share] of Object.entries({ '16384': 0.75, '16384.1': 0.25 })) {
    writeFileSync(join(database, name), '')
    truncateSync(join(database, name), data * GIGABYTE * share)
  }
  expect(chooseSharedBuffers(scratch.path, memory * GIGABYTE)).toBe(size)
})
