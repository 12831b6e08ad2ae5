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
    /** Sent in turn by each connection. */
    requests?: { path: string }[]
    /** Called once for each connection, without workers only. */
    setupClient?: (client: { setHeaders(headers: Record<string, string>): void }) => void
  }
  interface Result {
    requests: { average: number }
    /** Milliseconds. */
    latency: { p50: number; p97_5: number; p99: number }
    non2xx: number
  }
  function autocannon(options: Options): Promise<Result>

  export = autocannon
}
