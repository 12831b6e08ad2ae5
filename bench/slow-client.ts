import { connect, type Socket } from 'node:net'

const TRICKLE_MS = 2_000
const PIPELINED = 20

/** A client that holds a connection as long as the server allows and then opens another. */
export interface SlowClient {
  /** Keeps the open connection but opens no others. */
  retire(): void
  close(): void
}

/**
 * The types of slow clients: the bytes that they send at once, those that they add every two seconds, and whether they
 * read.
 */
const KINDS: { first: (path: string) => string; trickle: string; reads: boolean }[] = [
  { first: (path) => toGet(path).repeat(PIPELINED), trickle: '', reads: false },
  { first: (path) => toGet(path), trickle: '', reads: false },
  { first: (path) => `GET ${path} HTTP/1.1\r\nHost: slow\r\n`, trickle: 'X-Slow: 1\r\n', reads: true },
  {
    first: () =>
      'POST /account/login HTTP/1.1\r\nHost: slow\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900000\r\n\r\n',
    trickle: 'a',
    reads: true,
  },
]

function toGet(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: slow\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`
}

/** Starts a slow client of the type with this number. */
export function startSlowClient(port: number, path: string, number: number): SlowClient {
  const kind = KINDS[number % KINDS.length]
  if (!kind) throw new Error('Name the kind of slow client.')
  let socket: Socket | undefined
  let isRetired = false
  const open = () => {
    const next = connect({ port, host: '127.0.0.1' }, () => next.write(kind.first(path)))
    next.on('error', () => {})
    next.once('close', () => {
      if (!isRetired) setTimeout(open, TRICKLE_MS)
    })
    if (kind.reads) next.resume()
    socket = next
  }
  open()
  const timer = setInterval(() => {
    if (kind.trickle && socket?.writable) socket.write(kind.trickle)
  }, TRICKLE_MS)
  return {
    retire: () => {
      isRetired = true
    },
    close: () => {
      isRetired = true
      clearInterval(timer)
      socket?.destroy()
    },
  }
}
