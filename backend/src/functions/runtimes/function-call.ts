/** The request that a handler gets, before it is built where the handler runs. */
export interface FunctionCall {
  method: string
  url: string
  headers: Headers
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null
  /** Aborts `request.signal` of the handler. */
  signal: AbortSignal
}
