import { useAppSettings } from '#app/platform/root-data.ts'
import { findEmbedPath, writeOEmbedUrl } from './embed-path.ts'

/** Links for oEmbed discovery, by which sites such as WordPress and Ghost find the embed of this page. */
export function EmbedLinks({ path, title }: { path: string; title: string }) {
  const { siteUrl } = useAppSettings()
  if (!findEmbedPath(path)) return null
  return (
    <>
      <link rel="alternate" type="application/json+oembed" href={writeOEmbedUrl(siteUrl, path, 'json')} title={title} />
      <link rel="alternate" type="text/xml+oembed" href={writeOEmbedUrl(siteUrl, path, 'xml')} title={title} />
    </>
  )
}
