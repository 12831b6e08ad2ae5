import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useHasScript } from '#app/ui/use-has-script.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import type { StoryEditorPage } from './draft/story-fields.ts'
import type { useStoryDraft } from './draft/use-story-draft.ts'

const StoryEditor = lazy(() =>
  import('../editor/story-editor.tsx').then(({ StoryEditor }) => ({ default: StoryEditor })),
)

/**
 * The title and text of a story. The text is a textarea with Markdown until the visual editor has loaded, and stays one
 * without JavaScript.
 */
export function StorySheet({
  draft,
  page,
  doc,
  titleError,
  ...editor
}: {
  draft: ReturnType<typeof useStoryDraft>
  page: StoryEditorPage | null
  /** The text as the editor's document. */
  doc: StoryNode
  titleError: string | undefined
} & Omit<ComponentProps<typeof StoryEditor>, 'source' | 'onText'>) {
  const hasScript = useHasScript()
  const { fields, change } = draft
  const source = useEditorSource(draft, page, doc)
  const plainText = <PlainText body={fields.body} onChange={draft.changePlainText} />
  return (
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
        aria-invalid={titleError ? true : undefined}
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
        onChange={(event) => change({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
      {hasScript && draft.isReady && source ? (
        <Suspense fallback={plainText}>
          <StoryEditor key={source.key} {...editor} source={source} onText={(body) => change({ body })} />
        </Suspense>
      ) : (
        plainText
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
          “Save draft” puts them at the end of the text. Move their lines to where they belong, and describe each photo
          between the brackets.
        </p>
      </div>
    </div>
  )
}

/** Returns the text that the editor starts with. Undefined until a draft on this device was looked for. */
function useEditorSource(
  { fields, replaced, isReady }: ReturnType<typeof useStoryDraft>,
  page: StoryEditorPage | null,
  doc: StoryNode,
) {
  const isUnchanged = fields.body === (page?.story.body ?? '')
  const [source, setSource] = useState(replaced ?? (isUnchanged ? { doc, key: 0 } : undefined))
  useEffect(() => {
    if (isReady) setSource(replaced ?? { doc, key: 0 })
  }, [isReady, replaced, doc])
  return source
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
