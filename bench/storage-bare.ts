/**
 * The baseline for files over HTTP in plain Node: the storage server of the benchmark without database, RLS policies,
 * types or digest, but as safe against power loss. Started by storage.ts with the folder for the files. Reports as
 * storage-server.ts does.
 */
import { open, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from './raw-disk.ts'
import { reportTo } from './server-report.ts'

const BATCH_BYTES = 1024 * 1024
const [, , folder = ''] = process.argv

const server = createServer(async (request, response) => {
  const path = join(folder, request.url ?? '')
  if (request.method === 'POST') await receive(request, path, response)
  else await send(path, response)
})
reportTo(server)

async function receive(request: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
  const file = await open(`${path}.part`, 'w')
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < BATCH_BYTES) continue
    await file.writev(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) await file.writev(chunks)
  await file.datasync()
  await file.close()
  await rename(`${path}.part`, path)
  await syncFolder(folder)
  response.writeHead(200, { 'content-length': 0 }).end()
}

async function send(path: string, response: ServerResponse): Promise<void> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  response.writeHead(200, { 'content-length': size })
  await pipeline(file.createReadStream({ highWaterMark: BATCH_BYTES }), response)
}
