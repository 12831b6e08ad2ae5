/** The code of a function's worker thread (function-worker.ts). */
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { findFunctionScope } from '../loader/function-scope.ts'
import { createBackgroundTasks } from './background-tasks.ts'
import { type CallAbort, createCallAbort } from './call-abort.ts'
import { loadFunction } from './loaded-function.ts'
import { listTransferred, type Order, type Report, type WorkerOptions } from './worker-messages.ts'

const { file, environment } = workerData as WorkerOptions
const aborts = new Map<number, CallAbort>()
const report = (message: Report, transferred: ReturnType<typeof listTransferred> = []) =>
  parentPort?.postMessage(message, transferred)
const reportUnhandled = (error: unknown) => report({ type: 'unhandled', error: inspect(error) })
const tasks = createBackgroundTasks(reportUnhandled)

process.on('uncaughtException', (error) => (findFunctionScope()?.fail ?? reportUnhandled)(error))
process.on('unhandledRejection', reportUnhandled)

const loading = loadFunction(file, { environment, waitUntil: tasks.add, fail: reportUnhandled })
loading.then(
  () => report({ type: 'loaded' }),
  (error: unknown) => report({ type: 'notLoaded', error: inspect(error) }),
)

parentPort?.on('message', (order: Order) => {
  if (order.type === 'ping') report({ type: 'pong' })
  if (order.type === 'abort') aborts.get(order.id)?.abort()
  if (order.type === 'end') aborts.delete(order.id)
  if (order.type === 'drain') void tasks.drain(order.timeoutMs).then(() => report({ type: 'idle' }))
  if (order.type === 'call') void callFunction(order)
})

async function callFunction(order: Extract<Order, { type: 'call' }>): Promise<void> {
  const { id } = order
  const abort = createCallAbort()
  aborts.set(id, abort)
  try {
    const loaded = await loading
    const response = await loaded.call({ ...order, listHeaders: () => order.headers, onAbort: abort.onAbort })
    if (!(response.body instanceof ReadableStream)) aborts.delete(id)
    report({ type: 'head', id, ...response }, listTransferred(response.body))
  } catch (error) {
    aborts.delete(id)
    report({ type: 'failed', id, error: inspect(error) })
  }
}
