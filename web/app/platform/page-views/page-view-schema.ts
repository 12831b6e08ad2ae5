import * as v from 'valibot'
import { findPageRoute } from './page-route.ts'
import { LONGEST_ADDRESS } from './page-view.ts'

/** A page view as the server accepts it. It has its own file, so that pages do not load the schema library. */
export const PageViewSchema = v.pipe(
  v.strictObject({
    route: v.string(),
    path: v.pipe(v.string(), v.maxLength(LONGEST_ADDRESS, `A path has at most ${LONGEST_ADDRESS} characters.`)),
    referrer: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(LONGEST_ADDRESS),
        v.regex(/^https?:\/\/[^/?#]+$/, 'The referrer must be an origin.'),
      ),
    ),
  }),
  v.check(({ route, path }) => findPageRoute(path) === route, 'The route and path do not belong to a page.'),
)
