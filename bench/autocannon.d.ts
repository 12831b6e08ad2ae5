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
