import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const READ_BYTES = 1024 * 1024

/** A request with its complete body, if it has one. */
export interface FileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | undefined
}

/**
 * A connection that transfers files. It counts and discards what it receives, in one buffer, because it shares the CPU
 * with the server.
 */
export interface FileClient {
  /** Resolves with the complete response. Throws unless its status is 2xx. */
  sendRequest(request: FileRequest): Promise<void>
  close(): void
}

/** The request in progress. */
interface Exchange {
  name: string
  resolve(): void
  reject(error: Error): void
  /** The response header, as far as it has arrived. */
  head: Buffer
  /** Missing bytes of the body. Undefined until the header is complete. */
  missing: number | undefined
}

/** Opens a connection to this machine. Responses must have a Content-Length. */
export async function openFileClient(port: number): Promise<FileClient> {
  let exchange: Exchange | undefined
  const onRead = (bytes: number, buffer: Uint8Array) => {
    if (exchange && isComplete(exchange, bytes, buffer)) finish(exchange)
    return true
  }
  const finish = ({ name, head, resolve, reject }: Exchange) => {
    exchange = undefined
    if (head.subarray(0, 10).toString('latin1') === 'HTTP/1.1 2') resolve()
    else reject(new Error(`${name}: ${head.toString('latin1')}`))
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback: onRead },
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('close', () => exchange?.reject(new Error(`${exchange.name}: the connection was closed.`)))
  return {
    sendRequest: (request) =>
      new Promise((resolve, reject) => {
        const name = `${request.method} ${request.path}`
        if (socket.destroyed) throw new Error(`${name}: the connection was closed before.`)
        exchange = { name, resolve, reject, head: Buffer.alloc(0), missing: undefined }
        write(socket, request)
      }),
    close: () => void socket.destroy(),
  }
}

function isComplete(exchange: Exchange, bytes: number, buffer: Uint8Array): boolean {
  if (exchange.missing === undefined) {
    exchange.head = Buffer.concat([exchange.head, buffer.subarray(0, bytes)])
    const end = exchange.head.indexOf(HEAD_END)
    if (end < 0) return false
    const length = /\r\ncontent-length: (\d+)/i.exec(exchange.head.toString('latin1', 0, end))?.[1]
    exchange.missing = Number(length ?? 0) - (exchange.head.length - end - HEAD_END.length)
  } else exchange.missing -= bytes
  return exchange.missing <= 0
}

function write(socket: Socket, { method, path, headers, body }: FileRequest): void {
  const all = { host: '127.0.0.1', ...headers, ...(body ? { 'content-length': String(body.length) } : {}) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.cork()
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  if (body) socket.write(body)
  socket.uncork()
}
