import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { expect } from 'vitest'
import type { StorageService } from '../../service.ts'
import { ALICE, BOB, createExampleBuckets, createTestStorage, EXAMPLE_RULES } from '../test-storage.ts'

export const CHUNK_BYTES = 100_000
export const MEBIBYTE = 1024 * 1024

interface Sent {
  url: string
  /** The method and the response status of each request, in order. */
  calls: string[]
}

export async function setUp(options: Parameters<typeof createTestStorage>[0] = {}) {
  const storage = await createTestStorage({ sql: EXAMPLE_RULES, ...options })
  await createExampleBuckets(storage)
  const origin = await listen(storage.service, storage)
  const alice = { authorization: `Bearer ${await storage.signToken({ sub: ALICE })}` }
  const bob = { authorization: `Bearer ${await storage.signToken({ sub: BOB })}` }
  return Object.assign(storage, { endpoint: `${origin}/storage/v1/upload/resumable`, alice, bob })
}

/** Serves over a real socket until the end of the test; returns the origin. */
export async function listen(service: StorageService, until: AsyncDisposable): Promise<string> {
  const server = createServer(getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dispose = until[Symbol.asyncDispose].bind(until)
  until[Symbol.asyncDispose] = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await dispose()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function sendByTus(content: Buffer, options: UploadOptions): Promise<Sent> {
  const calls: string[] = []
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(content, {
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      onAfterResponse: (request, response) => void calls.push(`${request.getMethod()} ${response.getStatus()}`),
      onSuccess: () => resolve({ url: upload.url ?? '', calls }),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}

export type Body = Buffer | ReadableStream

/** Returns status and text of the response that ended an upload. */
export async function findRejection(
  sent: Promise<unknown>,
): Promise<[status: number | undefined, text: string | undefined]> {
  const error = await sent.then(
    () => undefined,
    (cause: DetailedError) => cause,
  )
  return [error?.originalResponse?.getStatus(), error?.originalResponse?.getBody().trim()]
}

export const named = (objectName: string, more: Record<string, string> = {}) => ({
  bucketName: 'private',
  objectName,
  contentType: 'image/png',
  ...more,
})
export const base64 = (text: string) => Buffer.from(text).toString('base64')

export type Storage = Awaited<ReturnType<typeof setUp>>

/** Creates an upload without the client; returns its URL. */
export async function create(
  storage: Storage,
  { length, headers = storage.alice, name = `${ALICE}/a.png` }: { length: number; headers?: object; name?: string },
): Promise<string> {
  const metadata = `bucketName ${base64('private')},objectName ${base64(name)},contentType ${base64('image/png')}`
  const response = await storage.service.fetch(
    tusRequest(storage.endpoint, 'POST', { ...headers, 'upload-length': String(length), 'upload-metadata': metadata }),
  )
  expect(response.status, await response.text()).toBe(201)
  return response.headers.get('location') ?? ''
}

export function patch(
  storage: Storage,
  url: string,
  { offset, body }: { offset: number; body: Body },
): Promise<Response> {
  return storage.service.fetch(tusRequest(url, 'PATCH', { ...storage.alice, ...partHeaders(offset) }, body))
}

export const partHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

export function tusRequest(url: string, method: string, headers: object, body?: Body): Request {
  const { host } = new URL(url)
  const init = {
    method,
    headers: { 'tus-resumable': '1.0.0', host, ...headers },
    ...(body && { body, duplex: 'half' }),
  }
  return new Request(url, init as RequestInit)
}
