import { useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'
import { type SpotFormSectionProps, spotFieldId } from './spot-form-section.ts'

/** The description in Markdown with a preview. The renderer loads on first use. */
export function SpotDescriptionField({ fields, errors, onChange }: SpotFormSectionProps) {
  const [preview, setPreview] = useState<string>()
  const handlePreview = async () => {
    if (preview !== undefined) return setPreview(undefined)
    const { renderMarkdown } = await import('#app/lib/markdown/markdown.ts')
    setPreview(renderMarkdown(fields.description))
  }
  return (
    <div>
      <div hidden={preview !== undefined}>
        <TextAreaField
          id={spotFieldId('description')}
          label="What is there, and why go?"
          optional
          name="description"
          rows={6}
          maxLength={CONTENT_LIMITS['spots.description']}
          value={fields.description}
          error={errors.description}
          hint="Two sentences are enough. You can use Markdown: **bold**, lists and links."
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </div>
      {preview !== undefined && (
        <section aria-label="Preview of the description" className="description-preview">
          <div
            className="prose"
            dir="auto"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our renderer lets no HTML of the writer through
            dangerouslySetInnerHTML={{ __html: preview }}
          />
          {fields.description.trim() === '' && <p className="text-ink-3">Nothing to preview yet.</p>}
        </section>
      )}
      <Button variant="quiet" size="small" className="needs-script -ms-2.5" onClick={() => void handlePreview()}>
        {preview === undefined ? 'Preview' : 'Edit'}
      </Button>
    </div>
  )
}
