import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../src/storage/settings.ts'

/** The only key that the server knows. It does not verify signatures of version 4. */
const KEY = 'S3RVER'

/** An S3 store with one empty bucket. */
export interface S3Server extends AsyncDisposable {
  settings: S3Settings
  /** The method and URL of each request so far. */
  requests: string[]
}

/** Starts a third-party S3 store in this process, with its own folder. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-test-'))
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'blobs', configs: [] }] })
  await store.configureBuckets()
  const handle = store.callback()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    requests,
    settings: {
      bucket: 'blobs',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
      forcePathStyle: true,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
