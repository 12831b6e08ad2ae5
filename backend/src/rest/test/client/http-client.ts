import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { afterAll } from 'vitest'
import type { RestService } from '../../service.ts'
import type { AnyClient } from '../library-service.ts'

/** Returns an unmodified client that reaches the service over HTTP. The server ends with the test file. */
export async function createHttpClient(service: RestService, key: string): Promise<AnyClient> {
  const listener = getRequestListener((request, connection) => service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createClient(`http://127.0.0.1:${port}`, key, { auth: { persistSession: false } })
}
