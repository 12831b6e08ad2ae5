import { href } from 'react-router'
import { JsonLd } from '#app/features/share/json-ld.tsx'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { SITE_DESCRIPTION } from './describe-home.ts'

/** Describes the site and its search with the schema.org vocabulary. */
export function SiteJsonLd() {
  const { siteUrl } = useAppSettings()
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        '@id': `${siteUrl}/`,
        url: `${siteUrl}/`,
        name: getSiteName(),
        description: SITE_DESCRIPTION,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}${href('/explore')}?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      }}
    />
  )
}
