import { withBase } from '#app/platform/config/app-config.ts'

/** Links to the feed of a page, for feed readers. `path` has no extension: `/feeds/spots`. */
export function FeedLinks({ title, path, search = '' }: { title: string; path: string; search?: string }) {
  const address = (format: string) => withBase(`${path}.${format}${search}`)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={title} href={address('atom')} />
      <link rel="alternate" type="application/feed+json" title={title} href={address('json')} />
    </>
  )
}
