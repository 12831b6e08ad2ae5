/**
 * Measures the median time of a function call, in process and in a worker thread, as a multiple of the same handler as
 * a bare Hono route. All get the same request from one client, in turns. Usage: node bench/run.ts functions
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { type Row, roundFigure } from './row.ts'
import type { ServerReport } from './server-report.ts'

const ROUNDS = 10
const CALLS_PER_ROUND = 500
const REQUEST = {
  method: 'POST',
  path: '/functions/v1/hello',
  headers: { 'content-type': 'application/json' },
  body: '{"name":"there"}',
}
const AIMS = { bare: undefined, process: '<= 1.3', worker: '<= 2.5' }
type Mode = keyof typeof AIMS

interface Peer extends AsyncDisposable {
  client: HttpClient
  times: number[]
}

/** Runs everything on temporary servers (about ten seconds). */
export async function benchFunctions(): Promise<Row[]> {
  await using bare = await startPeer('bare')
  await using inProcess = await startPeer('process')
  await using worker = await startPeer('worker')
  const peers = [bare, inProcess, worker]
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const peer of peers) {
      if (round === 1) peer.times = []
      await callMany(peer)
    }
  }
  const base = findMedian(bare.times)
  return [
    { name: 'bare Hono route, p50', value: roundFigure(base * 1000), unit: 'µs' },
    toRatio('function in process against a bare route, p50', inProcess, base, AIMS.process),
    toRatio('function in a worker against a bare route, p50', worker, base, AIMS.worker),
  ]
}

async function startPeer(mode: Mode): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const server = fork(join(import.meta.dirname, 'functions-server.ts'), [mode, folder])
  const [{ port = 0 }] = (await once(server, 'message')) as [ServerReport]
  const client = await openHttpClient(port)
  return {
    client,
    times: [],
    async [Symbol.asyncDispose]() {
      client.close()
      server.disconnect()
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function callMany({ client, times }: Peer): Promise<void> {
  for (let call = 0; call < CALLS_PER_ROUND; call += 1) {
    const start = performance.now()
    await client.sendRequest(REQUEST)
    times.push(performance.now() - start)
  }
}

function toRatio(name: string, { times }: Peer, base: number, aim: string): Row {
  return { name, value: roundFigure(findMedian(times) / base), unit: 'times', aim }
}

function findMedian(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
