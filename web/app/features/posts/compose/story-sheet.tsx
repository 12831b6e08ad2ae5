import type { ComponentProps } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import type { StoryNode } from '../markdown/story-node.ts'
import type { StoryEditorPage } from './draft/story-fields.ts'
import type { OpenDraft } from './draft/use-story-draft.ts'
import { type StoryEditor, useLoadedEditor } from './use-loaded-editor.ts'

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
  draft: OpenDraft
  page: StoryEditorPage | null
  /** The text as the editor's document. */
  doc: StoryNode
  titleError: string | undefined
} & Omit<ComponentProps<StoryEditor>, 'source' | 'onText'>) {
  const { fields, sync } = draft
  const { loaded, plainField } = useLoadedEditor(draft, page, doc)
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
        onChange={(event) => sync.change({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
      {loaded ? (
        <loaded.StoryEditor
          key={loaded.source.key}
          {...editor}
          source={loaded.source}
          onText={(body) => sync.change({ body })}
        />
      ) : (
        <textarea
          {...plainField}
          className="compose-text"
          name="body"
          aria-label="Story"
          placeholder="Write in Markdown. To embed a spot, put its address on its own line: /spot/abc"
          dir="auto"
          rows={16}
          maxLength={CONTENT_LIMITS['posts.body']}
          value={fields.body}
          onChange={(event) => sync.change({ body: event.currentTarget.value })}
        />
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
