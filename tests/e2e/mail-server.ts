import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** The stage of a delivery: a message begins, or its last line has arrived without a reply yet. */
export type DeliveryStep = 'begin' | 'end'

/** A mail server that stores the messages it receives. */
interface MailServer extends AsyncDisposable {
  port: number
  /** The messages that were received completely, acknowledged or not. */
  received: string[]
  /** Called at each step. The server answers when the promise has settled. */
  onStep: (step: DeliveryStep) => Promise<void>
}

/** Starts a mail server without encryption and accounts (RFC 5321). */
export async function startMailServer(): Promise<MailServer> {
  const server = createServer((socket) => void converse(socket, mail))
  const mail: MailServer = {
    port: 0,
    received: [],
    onStep: async () => undefined,
    [Symbol.asyncDispose]: async () => {
      server.close()
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  mail.port = (server.address() as AddressInfo).port
  return mail
}

async function converse(socket: Socket, mail: MailServer): Promise<void> {
  // A killed client resets its connections.
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').write('220 ready\r\n')
  let waiting = ''
  let isMessage = false
  for await (const part of socket) {
    waiting += part
    const end = isMessage ? '\r\n.\r\n' : '\r\n'
    for (let at = waiting.indexOf(end); at >= 0; at = waiting.indexOf(end)) {
      const text = waiting.slice(0, at)
      waiting = waiting.slice(at + end.length)
      if (isMessage) mail.received.push(text)
      if (isMessage) await mail.onStep('end')
      if (/^MAIL /i.test(text)) await mail.onStep('begin')
      isMessage = !isMessage && /^DATA/i.test(text)
      socket.write(isMessage ? '354 go on\r\n' : '250 ok\r\n')
      if (isMessage) break
    }
  }
}
