import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { bootFailed, FunctionError, functionFailed } from '../errors.ts'
import type { Body, FunctionCall, FunctionResponse } from './function-call.ts'
import { shortenBody } from './short-body.ts'
import { listTransferred, type Order, type Report, type WorkerOptions } from './worker-messages.ts'

/** The limits of a worker. */
export interface WorkerLimits {
  memoryLimitMegabytes: number
  stuckTimeoutMs: number
}

/** A thread that runs one function. */
export interface FunctionWorker {
  call(call: FunctionCall): Promise<FunctionResponse>
  /** False after the end of the thread. The next call needs a new one. */
  isUsable(): boolean
  /** Waits for the background work, then ends the thread. */
  close(timeoutMs: number): Promise<void>
  /**
   * Waits for the calls in progress, then for the background work, each at most `timeoutMs`. Then ends the thread. For
   * a thread that gets no more calls.
   */
  retire(timeoutMs: number): Promise<void>
}

type Head = Extract<Report, { type: 'head' }>

interface PendingCall {
  resolve(head: Head): void
  reject(error: unknown): void
}

const PINGS_PER_TIMEOUT = 4
/** The time to load the module, during which a thread does not respond to pings. */
const BOOT_TIMEOUT_MS = 30_000
/** The delay before a module that could not be loaded is loaded again. */
const RETRY_MS = 2000
const RETIRE_POLL_MS = 50

/** Starts the thread of a function. `onUnhandled` is called with errors that belong to no call. */
export function startFunctionWorker(
  options: WorkerOptions,
  limits: WorkerLimits,
  onUnhandled: (error: unknown) => void,
): FunctionWorker {
  // Functions never see the environment of the process.
  const worker = new Worker(new URL('./function-thread.ts', import.meta.url), {
    workerData: options,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryLimitMegabytes },
  })
  worker.unref()
  const pending = new Map<number, PendingCall>()
  /** Calls whose response is being streamed. */
  const streaming = new Set<number>()
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  const idle = Promise.withResolvers<void>()
  let ending: { error: FunctionError; at: number } | undefined
  let lastId = 0
  const end = (cause: unknown) => {
    if (ending) return
    const error = cause instanceof FunctionError ? cause : functionFailed(cause)
    ending = { error, at: performance.now() }
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    ended.reject(error)
    idle.resolve()
    void worker.terminate()
  }
  const watch = watchThread(limits.stuckTimeoutMs, {
    isBusy: () => pending.size > 0,
    ping: () => send({ type: 'ping' }),
    onStuck: () => end(new Error('The function blocked its thread and was ended.')),
  })
  const send = (order: Order, transferred: ReturnType<typeof listTransferred> = []) =>
    worker.postMessage(order, transferred)
  worker.on('error', end)
  worker.once('exit', (code) => {
    watch.stop()
    end(new Error(`The thread of the function ended with status ${code}.`))
  })
  worker.on('message', (report: Report) => {
    watch.recordResponse()
    if (report.type === 'unhandled') onUnhandled(new Error(report.error))
    if (report.type === 'idle') idle.resolve()
    if (report.type === 'head') settle(report.id)?.resolve(report)
    if (report.type === 'failed') settle(report.id)?.reject(functionFailed(new Error(report.error)))
    if (report.type === 'notLoaded') end(bootFailed(new Error(report.error)))
  })
  const settle = (id: number) => {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }
  const close = async (timeoutMs: number) => {
    send({ type: 'drain', timeoutMs })
    // A thread that is stuck never reports that it is idle.
    const timer = setTimeout(idle.resolve, timeoutMs)
    await idle.promise
    clearTimeout(timer)
    end(new Error('The service stopped.'))
  }
  return {
    isUsable: () => !ending || (ending.error.code === 'BOOT_ERROR' && performance.now() - ending.at < RETRY_MS),
    async call({ method, url, listHeaders, onAbort, ...call }) {
      const body = await shortenBody(call.body)
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<Head>()
      if (ending) throw ending.error
      pending.set(id, { resolve, reject })
      send({ type: 'call', id, method, url, headers: listHeaders(), body }, listTransferred(body))
      watch.start()
      onAbort(() => send({ type: 'abort', id }))
      const head = await promise
      if (head.body instanceof ReadableStream) streaming.add(id)
      const onEnd = () => {
        streaming.delete(id)
        send({ type: 'end', id })
      }
      const { status, statusText, headers: sent } = head
      return { status, statusText, headers: sent, body: endWith(head.body, ended.promise, onEnd) }
    },
    close,
    async retire(timeoutMs) {
      const late = performance.now() + timeoutMs
      while (!ending && pending.size + streaming.size > 0 && performance.now() < late) await sleep(RETIRE_POLL_MS)
      await close(timeoutMs)
    },
  }
}

/** Ends a transferred stream with an error when its thread ends, which such streams do not do by themselves. */
function endWith(body: Body, ended: Promise<never>, onEnd: () => void): Body {
  if (!(body instanceof ReadableStream)) return body
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await Promise.race([reader.read(), ended])
        if (!done) return controller.enqueue(value)
        onEnd()
        controller.close()
      },
      cancel(reason) {
        onEnd()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

interface Watched {
  isBusy(): boolean
  ping(): void
  onStuck(): void
}

/**
 * Pings a thread while it has calls, and reports it as stuck when it has not responded for too long. The first response
 * may take longer, because the module is loaded before.
 */
function watchThread(timeoutMs: number, { isBusy, ping, onStuck }: Watched) {
  let timer: NodeJS.Timeout | undefined
  let lastResponseAt: number | undefined
  let startedAt = 0
  const isStuck = () =>
    performance.now() > (lastResponseAt === undefined ? startedAt + BOOT_TIMEOUT_MS : lastResponseAt + timeoutMs)
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  const check = () => {
    if (!isBusy()) return stop()
    if (!isStuck()) return ping()
    stop()
    onStuck()
  }
  return {
    stop,
    recordResponse: () => {
      lastResponseAt = performance.now()
    },
    start() {
      if (timer) return
      startedAt = performance.now()
      if (lastResponseAt !== undefined) lastResponseAt = startedAt
      timer = setInterval(check, timeoutMs / PINGS_PER_TIMEOUT)
      timer.unref()
    },
  }
}
