import * as v from 'valibot'
import { findPageRoute } from './page-route.ts'
import { LONGEST_ADDRESS } from './page-view.ts'

/** A view as the server takes it. Apart from what pages send, so that they do not load the library of schemas. */
export const PageViewSchema = v.pipe(
  v.strictObject({
    route: v.string(),
    path: v.pipe(v.string(), v.maxLength(LONGEST_ADDRESS, `A path has at most ${LONGEST_ADDRESS} characters.`)),
    referrer: v.optional(
      v.pipe(v.string(), v.maxLength(LONGEST_ADDRESS), v.regex(/^https?:\/\/[^/?#]+$/, 'A referrer is an origin.')),
    ),
  }),
  v.check(({ route, path }) => findPageRoute(path) === route, 'Route and path are not those of a page.'),
)
