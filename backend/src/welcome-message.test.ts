import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { startProgram } from '../test/program.ts'

test('explains how to become an admin only while there are no accounts', {
  timeout: 120_000,
}, async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'hereabouts-first-'))
  try {
    {
      await using first = await startProgram({ dataFolder })
      await first.ready()
      expect(first.stdout()).toContain('npm run admin -- grant your@address admin\nBackend ready on')
      const { publishableKey } = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8'))
      const client = createClient(first.url, publishableKey, { auth: { persistSession: false } })
      expect((await client.auth.signUp({ email: 'ada@example.org', password: 'correct horse 7' })).error).toBeNull()
      first.signal('SIGTERM')
      await first.ended()
    }
    await using second = await startProgram({ dataFolder })
    await second.ready()
    expect(second.stdout()).not.toContain('npm run admin')
    second.signal('SIGTERM')
    await second.ended()
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
})
