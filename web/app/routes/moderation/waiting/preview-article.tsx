import { href } from 'react-router'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import type { SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { findUrl } from '#app/lib/find-url.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Tag } from '#app/ui/display/tag.tsx'
import { AuthorRecord } from '../desk/author-record.tsx'
import type { ModerationRejection } from '../desk/moderation-action.server.ts'
import { NearDuplicates, PreviewChanges, PreviewMap } from './preview-context.tsx'
import type { OpenedItem, PostPreview, SpotPreview, WaitingPage } from './waiting-schema.ts'

const AUDIENCE = { public: 'public', members: 'for members', link: 'with the secret link', private: 'private' } as const

/** An opened item, as the parts of its preview get it. */
export interface PreviewProps {
  page: WaitingPage
  opened: OpenedItem
  text: string
  /** Changes when the author edits the item. */
  version: string
  staticMap: StaticMapData | null
  /** The latest change of a spot that was published before. */
  differences: SpotDifference[]
  now: string
  response: ModerationRejection | undefined
}

/** The spot or story as it would be published, with its author's record beside it. */
export function PreviewArticle({ opened, text, staticMap, differences, now }: PreviewProps) {
  const { preview } = opened
  if (!preview) return null
  const subject = 'spot' in preview ? preview.spot : preview
  return (
    <article className="desk-article">
      <div className="desk-article-head">
        <p className="desk-kind">
          <span className="desk-badge">{nameKind(preview, differences)}</span> sent{' '}
          {formatAgo(opened.since, new Date(now))} · {AUDIENCE[subject.visibility]}
          {'spot' in preview && ` · ${preview.spot.precision === 'area' ? 'about 1 km' : 'exact position'}`}
        </p>
        <h2 className="title text-h2 desk-title" dir="auto">
          {subject.title}
        </h2>
        {'spot' in preview && <SpotLine spot={preview.spot} />}
      </div>
      <div className="desk-article-text">
        {'spot' in preview && <Photos preview={preview} />}
        {opened.kind === 'post' && <PostLine preview={preview} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML of members through */}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: text }} />
        {'spot' in preview && <SpotAddress preview={preview} />}
        {'spot' in preview && differences.length > 0 && (
          <PreviewChanges differences={differences} photos={preview.photos} />
        )}
      </div>
      <aside className="desk-article-side" aria-label="Place and author">
        {staticMap && <PreviewMap staticMap={staticMap} preview={preview} />}
        <AuthorRecord author={opened.author} record={opened.record} emptyRecord="First contribution" now={now} />
        {'spot' in preview && <NearDuplicates duplicates={preview.duplicates} />}
      </aside>
    </article>
  )
}

function nameKind(preview: SpotPreview | PostPreview, differences: SpotDifference[]): string {
  if (!('spot' in preview)) return 'New story'
  return differences.length > 0 ? 'Changed spot' : 'New spot'
}

function SpotLine({ spot }: { spot: SpotPreview['spot'] }) {
  return (
    <p className="desk-spot-line">
      <CategoryLabel category={spot.category} />
      {spot.city && (
        <span className="-ms-2">
          ·{'\u00a0'}
          <SafeLink className="link" to={href('/city/:name', { name: spot.city.slug })}>
            {spot.city.name}
          </SafeLink>
        </span>
      )}
      {spot.tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </p>
  )
}

function PostLine({ preview }: { preview: SpotPreview | PostPreview }) {
  return 'summary' in preview && preview.summary ? (
    <p className="lead" dir="auto">
      {preview.summary}
    </p>
  ) : null
}

function Photos({ preview: { photos } }: { preview: SpotPreview }) {
  if (photos.length === 0) return <p className="desk-note">No photos.</p>
  return (
    <ul className="desk-photos">
      {photos.slice(0, 6).map((photo, index) => (
        <li key={photo.id}>
          <PhotoImage photo={photo} sizes="(width >= 67.5rem) 30vw, 100vw" isFirst={index === 0} />
        </li>
      ))}
      {photos.length > 6 && <li className="desk-note">and {photos.length - 6} more</li>}
    </ul>
  )
}

function SpotAddress({ preview: { spot, exact_point } }: { preview: SpotPreview }) {
  const { address } = exact_point ?? spot
  if (!address && !spot.website) return null
  return (
    <p className="desk-note" dir="auto">
      {address}
      {address && spot.website && ' · '}
      {spot.website && (
        <a className="link" href={spot.website} target="_blank" rel="noreferrer nofollow">
          {findUrl(spot.website)?.host ?? spot.website}
        </a>
      )}
    </p>
  )
}
