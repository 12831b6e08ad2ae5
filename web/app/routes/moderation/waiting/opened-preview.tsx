import Check from 'lucide-react/icons/check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { formatAgo } from '#app/lib/format/dates.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Tag } from '#app/ui/display/tag.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { AuthorRecord } from '../desk/author-record.tsx'
import { DeskNotices } from '../desk/desk-notices.tsx'
import type { ModerationRejection } from '../desk/moderation-action.server.ts'
import { AskPanel, RemovePanel, TargetFields } from '../desk/reason-panel.tsx'
import { NearDuplicates, PreviewChanges, PreviewMap } from './preview-context.tsx'
import type { OpenedItem, PostPreview, SpotPreview, WaitingPage } from './waiting-schema.ts'

const QUEUE = href('/account/moderation')
const AUDIENCE = { public: 'public', members: 'for members', link: 'with the secret link', private: 'private' } as const

interface PreviewProps {
  page: WaitingPage
  opened: OpenedItem
  text: string
  staticMap: StaticMapData | null
  now: string
  response: ModerationRejection | undefined
}

/** An item with everything needed for the decision, and the bar with the possible decisions. */
export function OpenedPreview(props: PreviewProps) {
  const { page, opened, now, response } = props
  return (
    <>
      <div className="desk-step">
        <SafeLink to={QUEUE} className="desk-back">
          <ChevronLeft size={18} aria-hidden="true" /> Queue
        </SafeLink>
        <span>
          {formatNumber(page.position)} of {formatNumber(page.counts.waiting)}
        </span>
        <StepLink to={page.previous} deskKey="k" label="Previous" />
        <StepLink to={page.next} deskKey="j" label="Next" />
      </div>
      <div className="desk-preview">
        <DeskNotices decided={opened.decided} openings={opened.openings} now={now} />
        {response?.rejection.message && <Notice kind="bad">{response.rejection.message}</Notice>}
        {opened.preview ? <Preview {...props} /> : <Notice kind="warn">This was deleted or made private.</Notice>}
      </div>
      {opened.preview && !opened.decided && <DecisionBar {...props} />}
    </>
  )
}

function StepLink({ to, deskKey, label }: { to: number | null; deskKey: string; label: string }) {
  if (to === null) return null
  return (
    <SafeLink to={`${QUEUE}?item=${to}`} data-desk-key={deskKey} className="link" prefetch="render">
      {label}
    </SafeLink>
  )
}

function Preview({ opened, text, staticMap, now }: PreviewProps) {
  const { preview } = opened
  if (!preview) return null
  const subject = 'spot' in preview ? preview.spot : preview
  const html = text
  return (
    <article className="desk-article">
      <div className="desk-article-head">
        <p className="desk-kind">
          <span className="desk-badge">{'spot' in preview ? 'New spot' : 'New story'}</span> sent{' '}
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
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
        {'spot' in preview && <SpotAddress preview={preview} />}
        {'spot' in preview && preview.changes && <PreviewChanges changes={preview.changes} />}
      </div>
      <aside className="desk-article-side" aria-label="Place and author">
        {staticMap && <PreviewMap staticMap={staticMap} preview={preview} />}
        <AuthorRecord author={opened.author} record={opened.record} now={now} />
        {'spot' in preview && <NearDuplicates duplicates={preview.duplicates} />}
      </aside>
    </article>
  )
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

function SpotAddress({ preview: { spot } }: { preview: SpotPreview }) {
  if (!spot.address && !spot.website) return null
  return (
    <p className="desk-note" dir="auto">
      {spot.address}
      {spot.address && spot.website && ' · '}
      {spot.website && (
        <a className="link" href={spot.website} target="_blank" rel="noreferrer nofollow">
          {URL.parse(spot.website)?.host ?? spot.website}
        </a>
      )}
    </p>
  )
}

/** Merge and Edit: in the bar, and on phones below a separate button. */
function SpotWays({ opened }: { opened: OpenedItem }) {
  const merge = `${QUEUE}?item=${opened.id}&merge=${findLikeliest(opened)}`
  const edit = href('/spot/:id/edit', { id: opened.target_id })
  return (
    <>
      <LinkButton to={merge} data-desk-key="m" className="desk-wide">
        Merge <kbd className="key-hint">M</kbd>
      </LinkButton>
      <LinkButton to={edit} data-desk-key="e" className="desk-wide">
        Edit <kbd className="key-hint">E</kbd>
      </LinkButton>
      <details className="desk-panel desk-more" name="desk-panel" data-desk-panel="">
        <summary className="button button-secondary" aria-label="More">
          <Ellipsis size={18} aria-hidden="true" />
        </summary>
        <div className="desk-panel-sheet">
          <LinkButton to={merge}>Merge with another spot</LinkButton>
          <LinkButton to={edit}>Edit</LinkButton>
        </div>
      </details>
    </>
  )
}

/** Returns the id of the spot nearby that is most likely the same, or an empty string. */
function findLikeliest({ preview }: OpenedItem): string {
  const [first] = preview && 'spot' in preview ? preview.duplicates : []
  return first && first.similarity > 0.4 ? first.id : ''
}

function DecisionBar({ page, opened, response }: PreviewProps) {
  const target = { kind: opened.kind, target_id: opened.target_id, item: opened.id, next: page.next ?? page.previous }
  const author = opened.author ? getMemberName(opened.author) : 'the author'
  const errorOf = (field: string) => response?.rejection.fieldErrors[field]
  return (
    <div className="desk-bar">
      <PageForm method="post">
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="verdict" value="approved" />
        <TargetFields target={target} />
        <Button type="submit" variant="primary" icon={<Check />} data-desk-key="a">
          Approve <kbd className="key-hint">A</kbd>
        </Button>
      </PageForm>
      <AskPanel target={target} author={author} error={errorOf('question')} />
      {opened.kind === 'spot' && <SpotWays opened={opened} />}
      <RemovePanel
        target={target}
        noun={opened.kind === 'post' ? 'story' : 'spot'}
        author={author}
        error={errorOf('reason')}
      />
    </div>
  )
}
