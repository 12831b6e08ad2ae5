import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { streamFilePart } from './file-part.ts'

test('closes a file that cannot be read (storage 11)', async () => {
  // A folder opens, but reading it fails.
  const file = await open(tmpdir(), 'r')
  const reader = streamFilePart({ file, start: 0, end: 9 }).getReader()
  await expect(reader.read()).rejects.toThrow('EISDIR')
  expect(file.fd).toBe(-1)
})
