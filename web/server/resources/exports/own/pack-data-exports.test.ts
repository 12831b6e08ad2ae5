import { expect, test } from 'vitest'
import { createSecretClient } from '#app/platform/session/secret-client.server.ts'
import { packDataExports } from './pack-data-exports.ts'

test('fails with the reason while the database is away', async () => {
  const backendFetch = async () =>
    Response.json({ code: 'PGRST001', message: 'The database is away.' }, { status: 503 })
  const client = createSecretClient({ supabaseUrl: 'http://localhost', secretKey: 'secret', backendFetch })
  const packed = packDataExports(client, async () => ({ siteName: 'Hereabouts', siteUrl: 'http://localhost' }))
  await expect(packed).rejects.toThrow('The database is away.')
})
