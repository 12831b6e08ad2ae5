/**
 * Measures the realtime service: fan-out of a broadcast to 1,000 sockets against a bare `ws` server, memory of idle
 * sockets, and presence of 500 members. Usage: node bench/realtime.ts
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { measureMemoryMegabytes } from './processes.ts'
import { type Row, roundFigure } from './row.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const LISTENERS = 1_000
const BROADCASTS = 60
const ROUNDS = 5
const IDLE_SOCKETS = 2_000
const MEMBERS = 500
const QUERY = '/realtime/v1/websocket?apikey=sb_publishable_bench&vsn=2.0.0'
const TOPIC = 'realtime:bench'
const PAYLOAD = JSON.stringify({ text: 'x'.repeat(200) })

/** Runs everything on temporary servers (about a minute). */
export async function benchRealtime(): Promise<Row[]> {
  return [...(await measureFanOut()), await measureIdleMemory(), ...(await measurePresence())]
}

async function open({ port }: ServerProcess): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${QUERY}`, { perMessageDeflate: false })
  await once(socket, 'open')
  return socket
}

/** Opens sockets in groups, so that the backlog of the server does not overflow. */
async function openMany(peer: ServerProcess, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, () => open(peer)))),
    )
  return sockets
}

async function joinTopic(socket: WebSocket, config: object): Promise<void> {
  socket.send(JSON.stringify(['1', '1', TOPIC, 'phx_join', { config }]))
  await once(socket, 'message')
}

function encodePush(): Buffer {
  const texts = ['1', '2', TOPIC, 'e', ''].map((text) => Buffer.from(text))
  return Buffer.concat([Buffer.from([3, ...texts.map(({ length }) => length), 1]), ...texts, Buffer.from(PAYLOAD)])
}

async function measureFanOut(): Promise<Row[]> {
  await using ours = await startServer('realtime-server.ts')
  await using bare = await startServer('realtime-bare.ts')
  const sides = await Promise.all(
    [ours, bare].map(async (peer) => ({ peer, sockets: await openMany(peer, LISTENERS), seconds: 0, processor: 0 })),
  )
  const [own] = sides
  const config = { broadcast: { self: true } }
  await Promise.all(own?.sockets.map((socket) => joinTopic(socket, config)) ?? [])
  // In turns, so that all run under the same load.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides) {
      const before = await side.peer.readProcessorSeconds()
      side.seconds += await timeBroadcasts(side.sockets)
      side.processor += (await side.peer.readProcessorSeconds()) - before
    }
  }
  for (const { sockets } of sides) for (const socket of sockets) socket.terminate()
  const [mine, plain] = sides
  if (!mine || !plain) throw new Error('Both servers are needed.')
  const perSecond = (seconds: number) => roundFigure((BROADCASTS * ROUNDS) / seconds)
  return [
    { name: `broadcasts to ${LISTENERS} sockets`, value: perSecond(mine.seconds), unit: '/s' },
    { name: 'the same with a bare ws server', value: perSecond(plain.seconds), unit: '/s' },
    { name: 'ratio', value: roundFigure(plain.seconds / mine.seconds), unit: '', aim: '>= 0.7' },
    { name: 'ratio of CPU time', value: roundFigure(plain.processor / mine.processor), unit: '', aim: '>= 0.7' },
  ]
}

/** Sends one broadcast after the other; each has arrived everywhere before the next. */
async function timeBroadcasts(sockets: WebSocket[]): Promise<number> {
  const push = encodePush()
  const start = performance.now()
  for (let count = 0; count < BROADCASTS; count += 1) {
    let left = sockets.length
    const { promise, resolve } = Promise.withResolvers<void>()
    const onMessage = () => {
      left -= 1
      if (left === 0) resolve()
    }
    for (const socket of sockets) socket.once('message', onMessage)
    sockets[0]?.send(push)
    await promise
  }
  return (performance.now() - start) / 1000
}

async function measureIdleMemory(): Promise<Row> {
  await using peer = await startServer('realtime-server.ts')
  const warm = await openMany(peer, 100)
  await sleep(1_000)
  const before = measureMemoryMegabytes(peer.process.pid ?? 0)
  const sockets = await openMany(peer, IDLE_SOCKETS)
  await Promise.all(sockets.map((socket, index) => joinOwn(socket, index)))
  await sleep(3_000)
  const megabytes = measureMemoryMegabytes(peer.process.pid ?? 0) - before
  for (const socket of [...warm, ...sockets]) socket.terminate()
  return { name: `memory of ${IDLE_SOCKETS} idle sockets`, value: roundFigure(megabytes), unit: 'MB', aim: '<= 60' }
}

async function joinOwn(socket: WebSocket, index: number): Promise<void> {
  socket.send(JSON.stringify(['1', '1', `realtime:member-${index}`, 'phx_join', { config: {} }]))
  await once(socket, 'message')
}

/** The time until every member has seen all others join. */
async function measurePresence(): Promise<Row[]> {
  await using peer = await startServer('realtime-server.ts')
  const sockets = await openMany(peer, MEMBERS)
  const before = await peer.readProcessorSeconds()
  const start = performance.now()
  await Promise.all(sockets.map(trackAndSeeAll))
  const seconds = (performance.now() - start) / 1000
  const processor = (await peer.readProcessorSeconds()) - before
  for (const socket of sockets) socket.terminate()
  return [
    { name: `${MEMBERS} members join and see each other`, value: roundFigure(seconds), unit: 's' },
    { name: 'CPU time of the server for it', value: roundFigure(processor), unit: 's', aim: '<= 2' },
  ]
}

function trackAndSeeAll(socket: WebSocket, index: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen = new Set<string>()
  socket.on('message', (data: Buffer) => {
    const [, , , event, payload] = JSON.parse(data.toString()) as [0, 0, 0, string, Record<string, object>]
    if (event === 'presence_state') for (const key of Object.keys(payload)) seen.add(key)
    if (event === 'presence_diff') for (const key of Object.keys(payload.joins ?? {})) seen.add(key)
    if (seen.size === MEMBERS) resolve()
  })
  const config = { presence: { key: `member-${index}`, enabled: true } }
  socket.send(JSON.stringify(['1', '1', TOPIC, 'phx_join', { config }]))
  socket.send(JSON.stringify(['1', '2', TOPIC, 'presence', { event: 'track', payload: { index } }]))
  return promise
}

if (import.meta.main) console.table(await benchRealtime())
