import { type $Fetch, ofetch } from 'ofetch'
import { getAppConfig } from '../app-config.ts'

let client: $Fetch | undefined

/**
 * Calls of a page to its own site; relative paths are paths of the site. What is read is asked for once more, at once, when the network
 * fails or the server is busy (408, 409, 425, 429, 500, 502, 503, 504); what writes never is, unless the call says how often. Objects
 * are sent as JSON, answers are read by their type. Statuses from 400 on throw a FetchError: `[GET] "/x": 404 Not Found`.
 */
export function getHttp(): $Fetch {
  client ??= createHttpClient(getAppConfig().baseUrl)
  return client
}

export function createHttpClient(baseURL: string): $Fetch {
  return ofetch.create({ baseURL })
}
