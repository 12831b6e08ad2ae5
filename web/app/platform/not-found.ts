import { data } from 'react-router'

/** What an error page is told of a missing page. */
export interface NotFound {
  message: string
  path: string
  fatal: boolean
}

/** No route matches the path. To be thrown. */
export function noRouteMatches(path: string) {
  return data<NotFound>(
    { message: `Page not found: ${path}`, path, fatal: false },
    { status: 404, statusText: 'Page not found' },
  )
}

/** A route matched, but there is nothing behind its parameters. To be thrown. */
export function pageNotFound(path: string) {
  return data<NotFound>(
    { message: `Page Not Found: ${path}`, path, fatal: true },
    { status: 404, statusText: 'Page Not Found' },
  )
}
