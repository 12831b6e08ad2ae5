/** Redirect pages that track clicks, with the parameter that contains the target. */
const REDIRECTS: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/, path: /^\/url$/, parameters: ['q', 'url'] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\//, parameters: ['u'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\//, parameters: ['url'] },
  { host: /^(?:www\.)?(?:youtube|linkedin)\.com$/, path: /^\/redir(?:ect)?\b/, parameters: ['q', 'url'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
]
const MAX_REDIRECTS = 3

/** Returns the target of a redirect of Google, Outlook and the like; other URLs unchanged. */
export function unwrapRedirect(address: string): string {
  let current = address
  for (let count = 0; count < MAX_REDIRECTS; count++) {
    const target = findTarget(current)
    if (target === undefined) break
    current = target
  }
  return current
}

function findTarget(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, pathname, searchParams } = new URL(address)
  if (!/^https?:$/.test(protocol)) return undefined
  const redirect = REDIRECTS.find(({ host, path }) => host.test(hostname) && path.test(pathname))
  return redirect?.parameters
    .map((name) => searchParams.get(name) ?? '')
    .find((target) => /^https?:\/\/[^/@\\]+/i.test(target) && URL.canParse(target))
}
