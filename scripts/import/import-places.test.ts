import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { expect, test } from 'vitest'
import { readConfig } from '../../backend/src/config.ts'
import { createBackend } from '../../backend/src/server.ts'
import { openDataService } from './open-data-service.ts'

const PROGRAM = join(import.meta.dirname, '../import-places.ts')
const PLACES = 6000

/** Creates a data folder and a file of places in it. Only large cities are loaded, which takes no time. */
function createSetting(): { environment: Record<string, string>; folder: string; file: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-import-'))
  const file = join(folder, 'places.ndjson')
  const lines = Array.from({ length: PLACES }, (_, n) =>
    JSON.stringify({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [(n % 360) - 180, (n % 170) - 85] },
      properties: { name: `Place ${n}`, category: 'castle', country: 'IT', source: 'test' },
    }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  const environment = {
    DATA_DIR: join(folder, 'data'),
    CITIES_MIN_POPULATION: '1000000',
    PORT: '4261',
    LOG_LEVEL: 'error',
  }
  return {
    environment,
    folder,
    file,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function startImport(file: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, file], { env: { ...process.env, ...environment } })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return { child, output: () => output, ended: once(child, 'exit') }
}

async function countSpots(environment: Record<string, string>): Promise<number | null> {
  await using service = await openDataService(environment)
  const { count } = await service.client.from('spots').select('*', { count: 'exact', head: true })
  return count
}

test('resumes an import after a kill and creates every place once', async () => {
  using setting = createSetting()
  const first = startImport(setting.file, setting.environment)
  while (!first.output().includes('lines read') && first.child.exitCode === null) await once(first.child.stdout, 'data')
  first.child.kill('SIGKILL')
  await first.ended

  const second = startImport(setting.file, setting.environment)
  expect(await second.ended, second.output()).toEqual([0, null])
  expect(second.output()).toMatch(/Resuming after line \d+/)
  expect(second.output()).toContain(`${PLACES} imported, 0 known already, 0 rejected`)
  expect(await countSpots(setting.environment)).toBe(PLACES)
}, 180_000)

test('imports through a running app', async () => {
  using setting = createSetting()
  const backend = await createBackend(readConfig(setting.environment))
  const server = serve({ fetch: backend.fetch, port: 4262 })
  await once(server, 'listening')
  try {
    const running = startImport(setting.file, { ...setting.environment, PORT: '4262' })
    expect(await running.ended, running.output()).toEqual([0, null])
    expect(running.output()).toContain('into http://localhost:4262')
  } finally {
    server.close()
    await backend.close()
  }
}, 180_000)

test('finds an app that runs below a path', async () => {
  using setting = createSetting()
  const environment = { ...setting.environment, PORT: '4263', SITE_URL: 'http://localhost:4263/spots/' }
  const backend = await createBackend(readConfig(environment))
  const below = (request: Request) => backend.fetch(new Request(request.url.replace('/spots/', '/'), request))
  const server = serve({
    fetch: (request) => (request.url.includes('/spots/') ? below(request) : new Response('', { status: 404 })),
    port: 4263,
  })
  await once(server, 'listening')
  try {
    await using service = await openDataService(environment)
    expect(service.place).toBe('http://localhost:4263/spots')
  } finally {
    server.close()
    await backend.close()
  }
})

test('never sends the secret key to another server on the port', async () => {
  using setting = createSetting()
  const seen: string[] = []
  const stranger = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers))
    response.setHeader('content-type', 'application/json').end('{"keys":[{"kty":"EC","kid":"other"}]}')
  })
  stranger.listen(0)
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  const environment = { ...setting.environment, PORT: String(port) }
  await countSpots(environment)
  await using service = await openDataService(environment)
  stranger.close()
  expect(service.place).toContain('pg')
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.join()).not.toContain('sb_secret_')
})
