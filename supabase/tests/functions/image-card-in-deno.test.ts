import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { TEST_KEYS } from '../../../backend/src/storage/test/test-storage.ts'
import { readPng } from './read-png.ts'
import { createTestFunctionApp } from './test-function-app.ts'

const FUNCTIONS = join(import.meta.dirname, '../../functions')
const hasDeno = spawnSync('deno', ['--version']).status === 0
if (!hasDeno) process.stdout.write('Deno is not on the PATH: image-card is tested in Node only.\n')

test.runIf(hasDeno)('draws a card in Deno, and answers 404 for a hidden spot', async () => {
  await using running = await createTestFunctionApp()
  const spot = { title: 'Mill', category: 'castle', lng: 8, lat: 47, status: 'published' } as const
  const { data } = await running.app.server().from('spots').insert(spot).select('id').single()
  const port = await findFreePort()
  const deno = startDeno('image-card', port, running.url)
  try {
    const ask = (id: string) => fetch(`http://127.0.0.1:${port}/image-card?spot=${id}`)
    const response = await vi.waitFor(() => ask(data?.id ?? ''), { timeout: 60_000, interval: 100 })
    expect(response.status).toBe(200)
    expect(await readPng(response)).toMatchObject({ width: 1200, height: 630 })
    await running.app
      .server()
      .from('spots')
      .update({ status: 'draft' })
      .eq('id', data?.id ?? '')
    expect((await ask(data?.id ?? '')).status).toBe(404)
  } finally {
    deno.kill()
  }
})

function startDeno(name: string, port: number, url: string): ChildProcess {
  const parameters = ['run', '--allow-all', '--config', join(FUNCTIONS, 'deno.json'), join(FUNCTIONS, name, 'index.ts')]
  const keys = JSON.stringify({ default: TEST_KEYS.publishableKey })
  const variables = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEYS: keys, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }
  return spawn('deno', parameters, { env: { ...process.env, ...variables }, stdio: 'ignore' })
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
