import { type KeyboardEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { useKeyboardInset } from '../editor/use-keyboard-inset.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import { isLocalCover } from './cover/local-cover.ts'
import { NewerVersion } from './draft/newer-version.tsx'
import type { StoryEditorPage } from './draft/story-fields.ts'
import { useStoryDraft } from './draft/use-story-draft.ts'
import { moveFocus } from './move-focus.ts'
import { PublishPanel } from './publish/publish-panel.tsx'
import { StoryHead } from './story-head.tsx'
import { ComposeMap } from './story-map.tsx'
import type { StoredStoryPhoto } from './story-photos.ts'
import { StorySheet } from './story-sheet.tsx'
import './compose.css'
import './compose-layout.css'

const storyPreview = createLazyDialog(async () => (await import('./story-preview.tsx')).StoryPreview)

/**
 * The form for writing a story: its title and text beside the map of its spots, and the panel with everything else.
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
  // The pressed button disappears with the choice of a version.
  const focusTitle = () => form.current?.querySelector<HTMLElement>('.compose-title')?.focus()
  const missingPhotos =
    placed.filter((id) => !photos.some((photo) => photo.id === id)).length + (isLocalCover(fields.cover) ? 1 : 0)
  const addPhoto = (photo: StoredStoryPhoto) => setPhotos((before) => [...before, photo])
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
        <StoryHead
          draft={draft}
          page={page}
          isPublishing={isPublishing}
          onToolbarPlace={setToolbarPlace}
          onPublish={() => setIsPublishing(true)}
        />
        {state.kind === 'newer' && (
          <NewerVersion
            page={state.page}
            fields={fields}
            onKeep={() => {
              focusTitle()
              void draft.sync.overwriteNewer()
            }}
            onTake={() => {
              focusTitle()
              void draft.sync.acceptNewer()
            }}
          />
        )}
        {rejection?.message && (
          <p className="field-error compose-error" role="alert">
            {rejection.message}
          </p>
        )}
        <StorySheet
          draft={draft}
          page={page}
          doc={doc}
          titleError={rejection?.fieldErrors.title}
          memberId={memberId}
          toolbarPlace={toolbarPlace}
          spots={spots}
          photos={photos}
          onSpots={addSpots}
          onPhoto={addPhoto}
          onPlaces={setStops}
          onPhotos={setPlaced}
          onCursor={setCurrent}
        />
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
          onPhoto={addPhoto}
          onPreview={() => setIsPreviewing(true)}
          onClose={() => {
            setIsPublishing(false)
            form.current?.querySelector<HTMLElement>('.compose-publish')?.focus()
          }}
        />
      </Form>
      <ComposeMap stops={stops} current={current} onPreview={() => setIsPreviewing(true)} />
      {isPreviewing && (
        <LazyDialogView
          dialog={storyPreview}
          props={{ fields, spots: stops, photos, onClose: () => setIsPreviewing(false) }}
        />
      )}
    </div>
  )
}
