import { categories } from '#app/features/categories/categories.ts'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { StaticMap } from '#app/features/map/static/static-map.tsx'
import { type EmbedTheme, writeOEmbedUrl } from '#app/features/share/embed-path.ts'
import {
  type ExportedSpot,
  findProvenance,
  getAuthorName,
  LICENSE,
  sortPhotos,
} from '#app/features/spots/exports/exported-spot.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import type { Embed } from './find-embed.ts'

const SHEETS = { light: 'day', dark: 'night' } as const
/** Links open outside the frame, without access to its window. */
const OUT = { target: '_blank', rel: 'noopener' }
const THUMBNAIL_PX = 480

interface EmbedPageProps {
  embed: Embed
  staticMap: StaticMapData | null
  theme: EmbedTheme | undefined
  /** The path of this embed with its theme. */
  path: string
  script: string
  site: { siteName: string; siteUrl: string }
  styles: string
}

/** A whole page for a frame in another site: title, map and spots. It works without its script. */
export function EmbedPage({ embed, staticMap, theme, path: ownPath, site, styles, script }: EmbedPageProps) {
  const { title, path, spots, kind } = embed
  const [first] = spots
  const license = (kind === 'spot' && first && findProvenance(first)?.license) || LICENSE
  return (
    <html lang="en" data-theme={theme && SHEETS[theme]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${site.siteName}`}</title>
        <link rel="canonical" href={site.siteUrl + path} />
        <link
          rel="alternate"
          type="application/json+oembed"
          href={writeOEmbedUrl(site.siteUrl, ownPath, 'json')}
          title={title}
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets, which React would escape */}
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
          <OutLink url={license.url}>{license.name}</OutLink>
        </footer>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, which React would escape */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  )
}

function OneSpot({ spot }: { spot: ExportedSpot }) {
  const author = getAuthorName(spot)
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

/** Names the source of a spot and leads to its page there. */
function Origin({ spot }: { spot: ExportedSpot }) {
  const from = findProvenance(spot)
  if (!from) return null
  return (
    <>
      {' · from '}
      <OutLink url={from.url}>{from.name}</OutLink>
    </>
  )
}

function OutLink({ url, children }: { url: string | null; children: string }) {
  if (url === null) return children
  return (
    <a href={url} {...OUT}>
      {children}
    </a>
  )
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
                <RowOrigin spot={spot} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function RowOrigin({ spot }: { spot: ExportedSpot }) {
  const from = findProvenance(spot)
  return from && ` · from ${from.name}, ${from.license.name}`
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
