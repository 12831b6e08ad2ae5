import type { Transferable } from 'node:worker_threads'
import type { Body, FunctionResponse } from './function-call.ts'

/** The data that a worker needs to load its function. */
export interface WorkerOptions {
  file: string
  environment: Record<string, string>
}

/** Messages to the worker. */
export type Order =
  | { type: 'call'; id: number; method: string; url: string; headers: [string, string][]; body: Body }
  | { type: 'abort'; id: number }
  /** The streamed response of a call has ended. */
  | { type: 'end'; id: number }
  /** A worker that is not stuck responds immediately. */
  | { type: 'ping' }
  /** Asks for `idle` when the background work is done. */
  | { type: 'drain'; timeoutMs: number }

/** Messages of the worker. Errors are strings, because not every error can be cloned. */
export type Report =
  | { type: 'loaded' }
  | { type: 'notLoaded'; error: string }
  | ({ type: 'head'; id: number } & FunctionResponse)
  | { type: 'failed'; id: number; error: string }
  /** An error that belongs to no open call, or one of background work. */
  | { type: 'unhandled'; error: string }
  | { type: 'pong' }
  | { type: 'idle' }

/** Returns the objects of a body that are transferred rather than copied. */
export function listTransferred(body: Body): Transferable[] {
  if (body === null) return []
  // Node's types lack streams, which it does transfer.
  return [(body instanceof ReadableStream ? body : body.buffer) as Transferable]
}
