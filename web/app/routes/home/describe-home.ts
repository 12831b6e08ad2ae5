import { getSiteName } from '#app/platform/config/site-name.ts'

/** Describes the site in search results and shared links. */
export const SITE_DESCRIPTION =
  'A shared map of the places you would send a friend to: the thin house, the warm spring, the bench with the view.'

/** Returns the meta tags of the home page. */
export function describeHome() {
  return [
    { title: `${getSiteName()}: worth knowing, hereabouts` },
    { name: 'description', content: SITE_DESCRIPTION },
    { property: 'og:title', content: getSiteName() },
    { property: 'og:description', content: SITE_DESCRIPTION },
    { property: 'og:type', content: 'website' },
  ]
}
