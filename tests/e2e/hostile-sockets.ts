import { connect } from 'node:net'
import { PUBLISHABLE_KEY } from './site.ts'

const SOCKET = `/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}&vsn=1.0.0`
const KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
const UPGRADE = ['connection: Upgrade', 'upgrade: websocket', KEY, 'sec-websocket-version: 13']
/** The timeout, far longer than a handshake takes. A socket without a response by then counts as status 0. */
const LONGEST_MS = 20_000
/** The first byte of a close frame. The server waits for the client's close frame, which never arrives here. */
const CLOSE_FRAME = '\x88'

/** A handshake, and the bytes that follow an accepted one. */
export interface HostileSocket {
  path: string
  headers: string[]
  frames?: Buffer
}

const accepted = (...bytes: number[]): HostileSocket => ({ path: SOCKET, headers: UPGRADE, frames: Buffer.from(bytes) })
const masked = (opcode: number, payload: Buffer | string) => {
  const bytes = Buffer.from(payload)
  return Buffer.concat([Buffer.from([opcode, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}

/** Upgrade requests that no client makes, and frames that break the protocol (RFC 6455, sections 4.2 and 5). */
export const HOSTILE_SOCKETS: Record<string, HostileSocket> = {
  'no key of the socket': { path: SOCKET, headers: UPGRADE.filter((line) => line !== KEY) },
  'a short key of the socket': {
    path: SOCKET,
    headers: [...UPGRADE.filter((line) => line !== KEY), 'sec-websocket-key: x'],
  },
  'an unknown version': { path: SOCKET, headers: [...UPGRADE.slice(0, 3), 'sec-websocket-version: 99'] },
  'another protocol': { path: SOCKET, headers: ['connection: Upgrade', 'upgrade: h2c', KEY] },
  'a POST body': { path: SOCKET, headers: [...UPGRADE, 'content-length: 5', 'content-type: text/plain'] },
  'no API key': { path: '/realtime/v1/websocket', headers: UPGRADE },
  'an API key with NUL': { path: '/realtime/v1/websocket?apikey=%00&vsn=%ED%A0%80', headers: UPGRADE },
  'a broken path': { path: '/realtime/v1/websocket/%', headers: UPGRADE },
  'a page': { path: '/explore', headers: UPGRADE },
  'another service': { path: '/auth/v1/user', headers: UPGRADE },
  'an unknown path': { path: '/nope', headers: UPGRADE },
  'an unmasked frame': accepted(0x81, 2, 0x7b, 0x7d),
  'a reserved opcode': { ...accepted(), frames: masked(0x83, 'x') },
  'reserved bits': { ...accepted(), frames: masked(0xf1, 'x') },
  'a length of 2^63': accepted(0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  'a long control frame': accepted(0x89, 0xfe, 0, 200, 0, 0, 0, 0),
  'text that is not UTF-8': { ...accepted(), frames: masked(0x81, Buffer.from([0xff, 0xfe])) },
  'a continuation of nothing': { ...accepted(), frames: masked(0x80, 'x') },
  'a close code of 1': { ...accepted(), frames: masked(0x88, Buffer.from([0, 1])) },
}

/** Opens a socket. Returns the status of the handshake, and whether the server rejected or closed it. */
export function openHostileSocket(siteUrl: string, { path, headers, frames }: HostileSocket) {
  const { host, port, pathname } = new URL(siteUrl)
  return new Promise<{ status: number; isClosed: boolean }>((resolve) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1')
    const end = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), isClosed })
    }
    const timer = setTimeout(() => end(false), LONGEST_MS)
    socket.setEncoding('latin1').on('data', (text: string) => {
      const isFirst = received === ''
      received += text
      if (!received.startsWith('HTTP/1.1 101')) end(true)
      else if (isFirst && frames) socket.write(frames)
      else if (received.includes(CLOSE_FRAME)) end(true)
    })
    socket.on('close', () => end(true)).on('error', () => end(true))
    const method = headers.some((line) => line.startsWith('content-length')) ? 'POST' : 'GET'
    const target = `${pathname.replace(/\/$/, '')}${path}`
    socket.write([`${method} ${target} HTTP/1.1`, `host: ${host}`, ...headers, '', ''].join('\r\n'))
  })
}
