/** The part of autocannon that the benches use; the package ships no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    workers?: number
    method?: string
    headers?: Record<string, string>
    body?: string
    /** Called once for each connection, without workers only. The requests are sent in turn. */
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void
    /** Seconds. */
    timeout?: number
  }
  interface Request {
    method: string
    path: string
    headers: Record<string, string>
  }
  interface Result {
    requests: { average: number }
    /** Milliseconds. */
    latency: { p50: number; p97_5: number; p99: number; max: number }
    statusCodeStats: Record<string, { count: number }>
    errors: number
    non2xx: number
  }
  function autocannon(options: Options): Promise<Result>

  export = autocannon
}
