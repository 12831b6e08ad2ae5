/** The name of a site whose administrators have chosen none. */
export const DEFAULT_SITE_NAME = 'Hereabouts'

let name: string | undefined

/** Returns the name of this site. The page carries it to the browser. */
export function getSiteName(): string {
  if (typeof document !== 'undefined') return document.documentElement.dataset.site ?? DEFAULT_SITE_NAME
  return name ?? DEFAULT_SITE_NAME
}

/** Sets the name for the pages that this process renders from now on. */
export function setSiteName(value: string): void {
  name = value
}

/** Returns the title of a page with the name of the site: `Sign up | Hereabouts`. */
export function pageTitle(title: string): string {
  return `${title} | ${getSiteName()}`
}
