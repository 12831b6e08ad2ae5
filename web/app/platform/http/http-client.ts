import { type $Fetch, ofetch } from 'ofetch'
import { getAppConfig } from '../config/app-config.ts'

let client: $Fetch | undefined

/**
 * Returns the HTTP client for calls to the site itself; relative paths are paths of the site. Reads are retried once,
 * immediately, after a network failure or one of the statuses 408, 409, 425, 429, 500, 502, 503, 504. Writes are
 * retried only when the call asks for it. Objects are sent as JSON, and responses are parsed by type. Statuses from 400
 * throw a FetchError: `[GET] "/x": 404 Not Found`.
 */
export function getHttp(): $Fetch {
  client ??= createHttpClient(getAppConfig().baseUrl)
  return client
}

export function createHttpClient(baseURL: string): $Fetch {
  return ofetch.create({ baseURL })
}
