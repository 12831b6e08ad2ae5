import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { startProgram } from '../../test/program.ts'
import { createScratchFolder } from '../../test/scratch-folder.ts'

test('prints a link that makes one member the administrator, until there is one', {
  timeout: 120_000,
}, async () => {
  using folder = createScratchFolder('memory')
  const dataFolder = folder.path
  {
    await using first = await startProgram({ dataFolder })
    await first.ready()
    const token = /\/auth\/signup\?invitation=([a-z2-9]{26})\n/.exec(first.stdout())?.[1] ?? ''
    expect(first.stdout()).toContain('npm run admin -- grant your@address admin\nBackend ready on')
    const { publishableKey } = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8'))
    const client = createClient(first.url, publishableKey, { auth: { persistSession: false } })
    expect((await client.auth.signUp({ email: 'ada@example.org', password: 'correct horse 7' })).error).toBeNull()
    expect((await client.rpc('claim_administrator', { token: 'a'.repeat(26) })).status).toBe(403)
    expect((await client.rpc('claim_administrator', { token })).status).toBe(204)
    expect((await client.auth.refreshSession()).data.user?.app_metadata.role).toBe('admin')
    expect((await client.rpc('claim_administrator', { token })).status).toBe(403)
    expect(first.stdout().split(token)).toHaveLength(2)
    first.signal('SIGTERM')
    await first.ended()
  }
  await using second = await startProgram({ dataFolder })
  await second.ready()
  expect(second.stdout()).not.toContain('invitation=')
  second.signal('SIGTERM')
  await second.ended()
})
