import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'

/** Renders a request as sent on the wire. The connection stays open. */
export interface PlainRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

/**
 * A connection with one request at a time. It runs on the cores that are measured, so it must use far less CPU time than
 * a full client.
 */
export interface HttpClient {
  /** Waits for the complete response. Throws unless its status is 2xx. */
  sendRequest(request: PlainRequest): Promise<void>
  close(): void
}

/** Opens a connection to this machine. Responses must have a Content-Length. */
export async function openHttpClient(port: number): Promise<HttpClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return { sendRequest: (request) => sendRequest(socket, request), close: () => void socket.destroy() }
}

function sendRequest(socket: Socket, request: PlainRequest): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let received = ''
  const onData = (chunk: Buffer) => {
    received += chunk.toString('latin1')
    const headEnd = received.indexOf(HEAD_END)
    if (headEnd < 0 || received.length < headEnd + HEAD_END.length + readLength(received.slice(0, headEnd))) return
    settle()
    if (received.startsWith('HTTP/1.1 2')) resolve()
    else reject(new Error(`${request.method} ${request.path} returned ${received}`))
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
