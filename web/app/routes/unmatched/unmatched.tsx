import { noRouteMatches } from '#app/platform/errors/page/not-found.ts'
import type { Route } from './+types/unmatched.ts'

export function loader({ url }: Route.LoaderArgs): never {
  throw noRouteMatches(url)
}

export default function Unmatched() {
  return null
}
