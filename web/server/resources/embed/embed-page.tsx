import { categories } from '#app/features/categories/categories.ts'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { StaticMap } from '#app/features/map/static/static-map.tsx'
import { type ExportedSpot, LICENSE, nameAuthor, sortPhotos } from '#app/features/spots/exports/exported-spot.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import type { Embed } from './find-embed.ts'

/** The theme of an embed. `auto` follows the system of the reader. */
export type EmbedTheme = 'light' | 'dark' | 'auto'

const SHEETS = { light: 'day', dark: 'night', auto: undefined } as const
/** Links open outside the frame, without access to its window. */
const OUT = { target: '_blank', rel: 'noopener' }
const THUMBNAIL_PX = 480

interface EmbedPageProps {
  embed: Embed
  staticMap: StaticMapData | null
  theme: EmbedTheme
  site: { siteName: string; siteUrl: string }
  styles: string
}

/** A whole page for a frame in another site: title, map and spots, without scripts. */
export function EmbedPage({ embed, staticMap, theme, site, styles }: EmbedPageProps) {
  const { title, path, spots, kind } = embed
  const [first] = spots
  const license = kind === 'spot' && first?.origin ? toLicense(first.origin) : LICENSE
  return (
    <html lang="en" data-theme={SHEETS[theme]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${site.siteName}`}</title>
        <link rel="canonical" href={site.siteUrl + path} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets, which React would escape */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className={`embed embed-${kind}`}>
        <h1>
          <a href={site.siteUrl + path} dir="auto" {...OUT}>
            {title}
          </a>
        </h1>
        {staticMap && (
          <StaticMap
            staticMap={staticMap}
            label={`Map of ${title}`}
            framed={false}
            marks={spots.map((spot) => ({
              id: spot.id,
              lng: spot.lng,
              lat: spot.lat,
              content: <span className={`embed-mark is-${categories[spot.category].group}`} />,
            }))}
          />
        )}
        {kind === 'spot' && first ? <OneSpot spot={first} /> : <SpotRows spots={spots} siteUrl={site.siteUrl} />}
        <footer>
          <a href={site.siteUrl + path} {...OUT}>
            {site.siteName}
          </a>
          {' · '}
          <a href={license.url} {...OUT}>
            {license.name}
          </a>
        </footer>
      </body>
    </html>
  )
}

function OneSpot({ spot }: { spot: ExportedSpot }) {
  const author = nameAuthor(spot)
  return (
    <div className="embed-one">
      <Picture spot={spot} />
      <p className="embed-facts">
        <Facts spot={spot} />
        {author && <> · by {author}</>}
        <Origin spot={spot} />
      </p>
      {spot.description && (
        <p className="embed-text" dir="auto">
          {spot.description}
        </p>
      )}
    </div>
  )
}

/** Leads to a spot from another site at its origin. */
function Origin({ spot: { origin } }: { spot: ExportedSpot }) {
  if (!origin) return null
  return (
    <>
      {' · from '}
      <a href={origin.url} {...OUT}>
        {origin.site.origin_name}
      </a>
    </>
  )
}

function toLicense(origin: NonNullable<ExportedSpot['origin']>) {
  return { name: origin.license_name, url: origin.license_url }
}

function SpotRows({ spots, siteUrl }: { spots: ExportedSpot[]; siteUrl: string }) {
  if (spots.length === 0) return <p className="embed-facts">Nothing to see here yet.</p>
  return (
    <ul className="embed-rows">
      {spots.map((spot) => (
        <li key={spot.id}>
          <a href={`${siteUrl}/spot/${spot.id}`} {...OUT}>
            <Picture spot={spot} />
            <span className="embed-row">
              <b dir="auto">{spot.title}</b>
              <span className="embed-facts">
                <Facts spot={spot} />
                {spot.origin && ` · from ${spot.origin.site.origin_name}, ${spot.origin.license_name}`}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Facts({
  spot: { category, city, rating_average: rating, review_count: count, status },
}: {
  spot: ExportedSpot
}) {
  return (
    <>
      {categories[category].name}
      {city && ` · ${city.name}`}
      {rating !== null && ` · ${rating.toFixed(1)} of 5 (${count})`}
      {status === 'closed' && ' · closed'}
    </>
  )
}

/** The first photo of a spot, or its drawn cover. */
function Picture({ spot }: { spot: ExportedSpot }) {
  const [photo] = sortPhotos(spot.photos)
  const path = photo
    ? `/photo/${photo.id}/${Math.min(THUMBNAIL_PX, photo.width)}.webp`
    : `/cover/${spot.id}/card/day.svg`
  return <img src={withBase(path)} alt="" loading="lazy" decoding="async" />
}
