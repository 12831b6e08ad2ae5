import type { CallAbort } from './call-abort.ts'

/** A body: whole if it is short, else a stream. */
export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

/** The request that a handler gets, before it is built where the handler runs. */
export interface FunctionCall {
  method: string
  url: string
  /** Returns a copy of the headers. */
  createHeaders: () => Headers
  body: Body
  /** Aborts `request.signal` of the handler. */
  onAbort: CallAbort['onAbort']
}

/** The response of a handler. */
export interface FunctionAnswer {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  body: Body
}
