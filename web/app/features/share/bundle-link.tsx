import { withBase } from '#app/platform/config/app-config.ts'

type Bundled = 'city' | 'list'

/** Returns the path of the bundle of a city or list, to which other sites can subscribe. */
export function toBundlePath(kind: Bundled, id: string): string {
  return `/bundles/${kind}/${id}.ndjson`
}

/** Links to the bundle of a page, for programs of other sites. */
export function BundleLink({ title, kind, id }: { title: string; kind: Bundled; id: string }) {
  return <link rel="alternate" type="application/x-ndjson" title={title} href={withBase(toBundlePath(kind, id))} />
}
