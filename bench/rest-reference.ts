/**
 * The baseline of the data service: the same statements through postgres.js, with and without a bare HTTP server. It
 * has its own process, so that its CPU time can be measured. Usage: node bench/rest-reference.ts <folder of
 * PostgreSQL's socket>; prints its port. `/<job>/<n>` runs a job once; `/rate/<job>/<clients>/<ms>` repeats it without
 * HTTP and returns the requests per second.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPostgresJs } from './postgres-js.ts'
import { rate } from './rate.ts'
import { JOBS, runPlain } from './rest-jobs.ts'

const sql = openPostgresJs(process.argv[2] ?? '', 5432)

const server = createServer((request, response) => {
  void respond(request).then((body) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))

async function respond(request: IncomingMessage): Promise<string> {
  const [, first = '', ...rest] = (request.url ?? '').split('/')
  const numbers = rest.map(Number)
  if (first === 'rate') {
    const [job = 0, clients = 1, durationMs = 0] = numbers
    return String(await rate((n) => runPlain(sql, findJob(job), n), clients, durationMs))
  }
  if (request.method === 'POST') for await (const _ of request);
  return runPlain(sql, findJob(Number(first)), numbers[0] ?? 0)
}

function findJob(index: number) {
  const job = JOBS[index]
  if (!job) throw new Error(`There is no job ${index}.`)
  return job
}
