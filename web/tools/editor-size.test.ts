import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ASSETS = join(import.meta.dirname, '../build/client/assets')
const MAX_BYTES = 120_000

const findEditor = () => readdirSync(ASSETS).filter((name) => /^story-editor-[^.]+\.js\.br$/.test(name))

test.skipIf(!existsSync(ASSETS))('keeps the chunk of the story editor within 120 kB of brotli', () => {
  const files = findEditor()
  expect(files).toHaveLength(1)
  for (const file of files) expect(statSync(join(ASSETS, file)).size).toBeLessThanOrEqual(MAX_BYTES)
})
