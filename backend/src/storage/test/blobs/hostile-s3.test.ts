import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { streamFilePart } from '../../blobs/file-part.ts'
import { requireLength } from '../../blobs/required-length.ts'
import { S3_LIMITS } from '../../blobs/s3-answers.ts'
import { createS3BlobStore } from '../../blobs/s3-blob-store.ts'
import { CHUNK_BYTES, findRejection, named, sendByTus, setUp } from '../resumable/test-uploads.ts'
import { ALICE, createTestStorage } from '../test-storage.ts'

const LIMITS = { ...S3_LIMITS, connectMs: 200, readMs: 200, writeMs: 200, stallMs: 200, answerBytes: 100_000 }

/** A store that answers as each test says. */
async function startStore(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings = {
    bucket: 'blobs',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
  }
  return {
    settings,
    blobs: createS3BlobStore(settings, LIMITS),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Store = Awaited<ReturnType<typeof startStore>>['blobs']

async function* some(content: string) {
  yield Buffer.from(content)
}

async function listAll(blobs: Store): Promise<void> {
  for await (const _ of blobs.listOlderThan(new Date()));
}

const CALLS: Record<string, (blobs: Store) => Promise<unknown>> = {
  check: (blobs) => blobs.check(),
  open: async (blobs) => buffer((await blobs.open(randomUUID())) as ReadableStream),
  put: (blobs) => blobs.put(randomUUID(), some('content'), 100),
  copy: (blobs) => blobs.copy(randomUUID(), randomUUID()),
  delete: (blobs) => blobs.delete(randomUUID()),
  discard: (blobs) => blobs.discard(randomUUID()),
  list: listAll,
}

function sendWithoutEnd(response: ServerResponse, status: number): void {
  const chunk = Buffer.alloc(16_384, 'a')
  const send = () => {
    while (response.write(chunk));
  }
  response.writeHead(status, { 'content-type': 'application/xml' }).on('drain', send)
  send()
}

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name}: fails when the S3 store does not respond (storage 11)`, async () => {
    await using store = await startStore((request) => void request.resume())
    await expect(call(store.blobs)).rejects.toThrow(/requestTimeout/)
  })

  test(`${name}: fails when an error of the S3 store does not end (storage 11)`, async () => {
    await using store = await startStore((request, response) => {
      request.resume()
      // Responses to HEAD have no body.
      if (request.method === 'HEAD') response.writeHead(403).end()
      else sendWithoutEnd(response, 403)
    })
    await expect(call(store.blobs)).rejects.toThrow()
  })
}

test('fails when the S3 store stops in the middle of a blob or of a list (storage 11)', async () => {
  await using store = await startStore((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('<')
  })
  await expect(CALLS.open?.(store.blobs)).rejects.toThrow('stopped sending')
  await expect(listAll(store.blobs)).rejects.toThrow()
})

test('does not mistake a slow reader for a stalled store (storage 11)', async () => {
  await using store = await startStore((_, response) => void response.end('content'))
  const content = (await store.blobs.open(randomUUID())) as ReadableStream
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.stallMs))
  expect(await text(content)).toBe('content')
})

test('reaches the end of a list when the S3 store repeats a page (storage 11)', async () => {
  const page =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>'
  await using store = await startStore((_, response) => void response.end(page))
  await expect(listAll(store.blobs)).rejects.toThrow('repeats the same page')
})

test('reaches the end of a list when the S3 store invents empty pages (storage 11)', async () => {
  await using store = await startStore((_, response) => {
    const token = `<NextContinuationToken>${randomUUID()}</NextContinuationToken>`
    response.end(`<ListBucketResult><IsTruncated>true</IsTruncated>${token}</ListBucketResult>`)
  })
  await expect(listAll(store.blobs)).rejects.toThrow('does not end')
})

test('aborts the unfinished uploads of all pages of the list (storage 11)', async () => {
  const aborted: string[] = []
  await using store = await startStore((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    if (request.method === 'DELETE') aborted.push(`${pathname} ${searchParams.get('uploadId')}`)
    const number = searchParams.get('key-marker') === null ? 1 : 2
    const upload = `<Upload><Key>blobs/${number}</Key><UploadId>u${number}</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`
    const next = `<NextKeyMarker>blobs/1</NextKeyMarker><NextUploadIdMarker>u1</NextUploadIdMarker>`
    response.end(
      `<ListMultipartUploadsResult><IsTruncated>${number === 1}</IsTruncated>${number === 1 ? next : ''}${upload}</ListMultipartUploadsResult>`,
    )
  })
  await store.blobs.deleteUnfinished(new Date())
  expect(aborted).toEqual(['/blobs/blobs/1 u1', '/blobs/blobs/2 u2'])
})

test('lets others read a blob while slow clients read many (storage 11)', async () => {
  await using store = await startStore((_, response) => void response.writeHead(200).write('begun'))
  const readers = Array.from({ length: 60 }, () => store.blobs.open(randomUUID()))
  expect(await Promise.all(readers)).toHaveLength(60)
})

const ANSWERS: Record<string, (content: Buffer, request: IncomingMessage, response: ServerResponse) => void> = {
  'longer than its row says': (content, _, response) => void response.end(Buffer.concat([content, content])),
  'shorter than its row says': (content, _, response) => void response.end(content.subarray(1)),
  endless: (_content, _, response) => sendWithoutEnd(response, 200),
}

for (const [name, answer] of Object.entries(ANSWERS)) {
  test(`no response is longer or shorter than its header says when a blob is ${name} (storage 6)`, async () => {
    let content = Buffer.alloc(0)
    await using store = await startStore(async (request, response) => {
      if (request.method === 'PUT') content = await buffer(request)
      if (request.method === 'GET') answer(content, request, response)
      else response.end()
    })
    await using storage = await createTestStorage({ settings: { s3: store.settings } })
    await storage.admin.storage.createBucket('open', { public: true })
    await storage.admin.storage.from('open').upload('file.txt', Buffer.from('the content of a file'))
    for (const headers of [new Headers(), new Headers({ range: 'bytes=2-5' })]) {
      const response = await storage.request('/object/public/open/file.txt', { headers })
      await expect(response.arrayBuffer()).rejects.toThrow('that its row says')
    }
  })
}

test('a resumable upload does not lose the end of a part that the S3 store lost (storage 9)', async () => {
  const stored = new Map<string, Buffer>()
  await using store = await startStore(async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (request.method === 'PUT') stored.set(path, await buffer(request))
    response.end(request.method === 'GET' ? stored.get(path)?.subarray(1) : undefined)
  })
  await using storage = await setUp({ settings: { s3: store.settings } })
  const sent = sendByTus(Buffer.alloc(2 * CHUNK_BYTES), {
    endpoint: storage.endpoint,
    headers: storage.alice,
    metadata: named(`${ALICE}/file.png`),
  })
  expect(await findRejection(sent)).toEqual([500, 'Internal server error'])
})

test('closes a file whose length is not that of its row', async () => {
  const close = vi.fn(async () => {})
  const file = { close } as unknown as Parameters<typeof streamFilePart>[0]['file']
  expect(() => requireLength(streamFilePart({ file, start: 0, end: 9 }), 9)).toThrow('9 bytes')
  expect(close).toHaveBeenCalledOnce()
})
