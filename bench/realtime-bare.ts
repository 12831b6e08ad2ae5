/** A bare `ws` server that sends each message to all sockets. The realtime service is measured against it. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { reportTo } from './server-report.ts'

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => {
    for (const other of sockets.clients) other.send(data, { binary: isBinary })
  })
})
reportTo(server)
