import { useAppSettings } from '#app/platform/root-data.ts'
import { findEmbedPath } from './embed-path.ts'

/** Links for oEmbed discovery, by which sites such as WordPress and Ghost find the embed of this page. */
export function EmbedLinks({ path, title }: { path: string; title: string }) {
  const { siteUrl } = useAppSettings()
  if (!findEmbedPath(path)) return null
  const ask = (format: string) => `${siteUrl}/oembed?${new URLSearchParams({ url: siteUrl + path, format })}`
  return (
    <>
      <link rel="alternate" type="application/json+oembed" href={ask('json')} title={title} />
      <link rel="alternate" type="text/xml+oembed" href={ask('xml')} title={title} />
    </>
  )
}
