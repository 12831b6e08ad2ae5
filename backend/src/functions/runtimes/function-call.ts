import type { CallAbort } from './call-abort.ts'

/** A body: whole if it is short, else a stream. */
export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

/** The request that a handler gets, before it is built where the handler runs. */
export interface FunctionCall {
  method: string
  url: string
  /** Returns the headers. A function, because handlers that read no headers should not pay for building them. */
  listHeaders: () => [name: string, value: string][]
  body: Body
  /** Aborts `request.signal` of the handler. */
  onAbort: CallAbort['onAbort']
}

/** The response of a handler. */
export interface FunctionResponse {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  body: Body
}
