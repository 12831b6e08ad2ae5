import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, href, useNavigation } from 'react-router'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { useKeyboardInset } from '../editor/use-keyboard-inset.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import { isLocalCover } from './cover/local-cover.ts'
import { DraftStateLine } from './draft/draft-state.tsx'
import { NewerVersion } from './draft/newer-version.tsx'
import type { StoryEditorPage } from './draft/story-fields.ts'
import { useStoryDraft } from './draft/use-story-draft.ts'
import { PublishPanel } from './publish/publish-panel.tsx'
import { ComposeMap } from './story-map.tsx'
import type { StoredStoryPhoto } from './story-photos.ts'
import './compose.css'
import './compose-layout.css'

const StoryPreview = lazy(() => import('./story-preview.tsx').then(({ StoryPreview }) => ({ default: StoryPreview })))
const StoryEditor = lazy(() =>
  import('../editor/story-editor.tsx').then(({ StoryEditor }) => ({ default: StoryEditor })),
)

/**
 * The form for writing a story: its title and text beside the map of its spots. The text is a textarea with Markdown
 * until the visual editor has loaded, and stays one without JavaScript.
 */
export function StoryForm({
  memberId,
  page,
  doc,
  submissionKey,
  nextStatus,
  rejection,
}: {
  memberId: string
  /** Null for a new story. */
  page: StoryEditorPage | null
  /** The text as the editor's document. */
  doc: StoryNode
  submissionKey: string
  nextStatus: StoryEditorPage['status']
  rejection: FormRejection | undefined
}) {
  const hasScript = useHasScript()
  const draft = useStoryDraft({ memberId, page, submissionKey, typed: rejection?.values })
  const { fields, state } = draft
  const [spots, setSpots] = useState<readonly SpotSummary[]>(page?.spots ?? [])
  const [photos, setPhotos] = useState<readonly StoredStoryPhoto[]>(page?.photos ?? [])
  const [stops, setStops] = useState<readonly SpotSummary[]>(page?.spots ?? [])
  const [placed, setPlaced] = useState<readonly string[]>(() => page?.photos.map(({ id }) => id) ?? [])
  const [current, setCurrent] = useState(0)
  const [isPublishing, setIsPublishing] = useState(false)
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null)
  const isBusy = useNavigation().formMethod === 'POST'
  const root = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useKeyboardInset(root)
  const source = draft.replaced ?? (fields.body === (page?.story.body ?? '') ? { doc, key: 0 } : undefined)
  const [first, setFirst] = useState(source)
  useEffect(() => {
    if (draft.isReady) setFirst(draft.replaced ?? { doc, key: 0 })
  }, [draft.isReady, draft.replaced, doc])

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      setIsPublishing(true)
    }
    if (event.key === 'F6') {
      event.preventDefault()
      moveFocus(form.current, event.shiftKey ? -1 : 1)
    }
  }
  const missingPhotos =
    placed.filter((id) => !photos.some((photo) => photo.id === id)).length + (isLocalCover(fields.cover) ? 1 : 0)
  const addSpots = (found: readonly SpotSummary[]) =>
    setSpots((before) => [...before.filter(({ id }) => !found.some((spot) => spot.id === id)), ...found])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches the shortcuts of the fields inside.
    <div className="compose" ref={root} onKeyDown={handleKey}>
      <Form
        className="compose-form"
        method="post"
        encType="multipart/form-data"
        ref={form}
        noValidate
        onSubmit={(event) => hasScript && event.preventDefault()}
      >
        <h1 className="sr-only">{page ? 'Edit a story' : 'Write a story'}</h1>
        <input type="hidden" name="submission_key" value={submissionKey} />
        <input type="hidden" name="version" value={page?.version ?? ''} />
        <input type="hidden" name="base_version" value={page?.base_version ?? ''} />
        <div className="compose-head">
          <SafeLink
            className="compose-back"
            to={
              page && page.status !== 'draft' ? href('/post/:slug', { slug: page.slug }) : `${href('/account')}#drafts`
            }
            aria-label="Back"
          >
            <ArrowLeft aria-hidden="true" />
          </SafeLink>
          <div className="compose-toolbar-place needs-script" ref={setToolbarPlace} />
          <DraftStateLine
            state={state}
            storyId={draft.findId()}
            excess={fields.body.length - CONTENT_LIMITS['posts.body']}
          />
          <Button
            className="needs-script compose-publish"
            variant={isPublishing ? 'secondary' : 'primary'}
            onClick={() => setIsPublishing(true)}
          >
            Publish
          </Button>
        </div>
        {state.kind === 'newer' && (
          <NewerVersion
            page={state.page}
            fields={fields}
            onKeep={() => void draft.keepThis()}
            onTake={() => void draft.takeNewer()}
          />
        )}
        {rejection?.message && (
          <p className="field-error compose-error" role="alert">
            {rejection.message}
          </p>
        )}
        <div className="compose-sheet">
          <textarea
            className="compose-title"
            name="title"
            aria-label="Title"
            placeholder="Title"
            dir="auto"
            rows={1}
            maxLength={CONTENT_LIMITS['posts.title']}
            value={fields.title}
            aria-invalid={rejection?.fieldErrors.title ? true : undefined}
            onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
            onChange={(event) => draft.change({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
          />
          {hasScript && draft.isReady && first ? (
            <Suspense fallback={<PlainText body={fields.body} onChange={(body) => draft.change({ body })} />}>
              <StoryEditor
                key={first.key}
                memberId={memberId}
                source={first}
                toolbarPlace={toolbarPlace}
                spots={spots}
                photos={photos}
                onSpots={addSpots}
                onPhoto={(photo) => setPhotos((before) => [...before, photo])}
                onText={(body) => draft.change({ body })}
                onPlaces={setStops}
                onPhotos={setPlaced}
                onCursor={setCurrent}
              />
            </Suspense>
          ) : (
            <PlainText body={fields.body} onChange={(body) => draft.change({ body })} />
          )}
          <div className="without-script compose-files">
            <label className="field-label" htmlFor="compose-photos">
              Add photos
            </label>
            <input
              type="file"
              id="compose-photos"
              name="photos"
              accept="image/*,.heic,.heif,.avif"
              multiple
              aria-describedby="compose-photos-hint"
            />
            <p className="text-small text-ink-2" id="compose-photos-hint">
              “Save draft” puts them at the end of the text. Move their lines to where they belong, and describe each
              photo between the brackets.
            </p>
          </div>
        </div>
        <PublishPanel
          memberId={memberId}
          isOpen={isPublishing}
          isBusy={isBusy}
          draft={draft}
          page={page}
          spots={stops}
          photos={photos.filter(({ id }) => id === fields.cover || placed.includes(id))}
          missingPhotos={missingPhotos}
          nextStatus={nextStatus}
          errors={rejection?.fieldErrors ?? {}}
          onPhoto={(photo) => setPhotos((before) => [...before, photo])}
          onPreview={() => setIsPreviewing(true)}
          onClose={() => {
            setIsPublishing(false)
            form.current?.querySelector<HTMLElement>('.compose-publish')?.focus()
          }}
        />
      </Form>
      <ComposeMap stops={stops} current={current} onPreview={() => setIsPreviewing(true)} />
      {isPreviewing && (
        <Suspense>
          <StoryPreview fields={fields} spots={stops} photos={photos} onClose={() => setIsPreviewing(false)} />
        </Suspense>
      )}
    </div>
  )
}

function PlainText({ body, onChange }: { body: string; onChange: (body: string) => void }) {
  return (
    <textarea
      className="compose-text"
      name="body"
      aria-label="Story"
      placeholder="Write in Markdown. A spot is its address on its own line: /spot/abc"
      dir="auto"
      rows={16}
      maxLength={CONTENT_LIMITS['posts.body']}
      value={body}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Moves the focus between text, toolbar and map. */
function moveFocus(form: HTMLFormElement | null, step: number): void {
  const stations = [
    form?.querySelector<HTMLElement>('.ProseMirror, .compose-text'),
    form?.querySelector<HTMLElement>('.compose-toolbar [tabindex="0"]'),
    form?.parentElement?.querySelector<HTMLElement>('.compose-map'),
  ].filter((station): station is HTMLElement => station instanceof HTMLElement)
  const at = stations.findIndex((station) =>
    (station.closest('.compose-toolbar') ?? station).contains(document.activeElement),
  )
  stations[(at + step + stations.length) % stations.length]?.focus()
}
