import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'

const FUNCTIONS = join(import.meta.dirname, '../../functions')
const BASE_PATH = '/functions/v1'
/** The first start compiles the packages. */
const START_TIMEOUT_MS = 60_000

export const hasDeno = spawnSync('deno', ['--version']).status === 0

/** Functions in processes of Deno, one each, as hosted projects run them. */
export interface DenoRuntime {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

export function createDenoRuntime(environment: Record<string, string>): DenoRuntime {
  const running = new Map<string, Promise<{ port: number; child: ChildProcess }>>()
  const find = (name: string) => {
    const found = running.get(name) ?? startFunction(name, environment)
    running.set(name, found)
    return found
  }
  return {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname.slice(BASE_PATH.length)
      const { port } = await find(path.split('/')[1] ?? '')
      const { method, headers } = request
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
      return fetch(`http://127.0.0.1:${port}${path}${search}`, { method, headers: withoutHost(headers), body })
    },
    close: async () => {
      for (const { child } of await Promise.all(running.values())) {
        child.kill()
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
    },
  }
}

function withoutHost(headers: Headers): Headers {
  const others = new Headers(headers)
  for (const name of ['host', 'connection', 'content-length']) others.delete(name)
  return others
}

async function startFunction(
  name: string,
  environment: Record<string, string>,
): Promise<{ port: number; child: ChildProcess }> {
  const port = await findFreePort()
  const parameters = ['run', '--allow-all', '--config', join(FUNCTIONS, 'deno.json'), join(FUNCTIONS, name, 'index.ts')]
  const env = { ...process.env, ...environment, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }
  const child = spawn('deno', parameters, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/${name}`, { method: 'OPTIONS' }), {
    timeout: START_TIMEOUT_MS,
    interval: 100,
  })
  return { port, child }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
