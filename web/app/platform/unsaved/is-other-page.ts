/** Returns true if a navigation leaves the page, rather than going to a part of it. */
export function isOtherPage(from: PageAddress, to: PageAddress): boolean {
  return from.pathname !== to.pathname || from.search !== to.search
}

type PageAddress = Pick<URL, 'pathname' | 'search'>
