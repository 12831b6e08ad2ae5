import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'

/** A request as it is written on the wire; the connection stays open. */
export interface PlainRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

/** One connection that asks and waits in turn. It costs a fraction of what a full client would take from the cores it measures on. */
export interface HttpClient {
  /** Waits for the whole answer. Throws when its status is none of the 200s. */
  ask(request: PlainRequest): Promise<void>
  close(): void
}

/** Opens a connection to this machine. Answers must tell their length. */
export async function openHttpClient(port: number): Promise<HttpClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return { ask: (request) => ask(socket, request), close: () => void socket.destroy() }
}

function ask(socket: Socket, request: PlainRequest): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let received = ''
  const onData = (chunk: Buffer) => {
    received += chunk.toString('latin1')
    const headEnd = received.indexOf(HEAD_END)
    if (headEnd < 0 || received.length < headEnd + HEAD_END.length + readLength(received.slice(0, headEnd))) return
    settle()
    if (received.startsWith('HTTP/1.1 2')) resolve()
    else reject(new Error(`${request.method} ${request.path} was answered with ${received}`))
  }
  const onClose = () => {
    settle()
    reject(new Error(`${request.method} ${request.path}: the connection was closed.`))
  }
  const settle = () => void socket.off('data', onData).off('close', onClose)
  socket.on('data', onData).on('close', onClose)
  socket.write(format(request))
  return promise
}

function readLength(head: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

function format({ method, path, headers, body = '' }: PlainRequest): string {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}${body}`
}
