import { useState } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { DescriptionPreview } from './description-preview.tsx'
import { type SpotFormSectionProps, spotFieldId } from './spot-form-section.ts'

/** The description in Markdown with a preview. */
export function SpotDescriptionField({ fields, errors, onChange }: SpotFormSectionProps) {
  const [isPreview, setIsPreview] = useState(false)
  return (
    <div>
      <div hidden={isPreview}>
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
      {isPreview && (
        <section aria-label="Preview of the description" className="description-preview">
          <DescriptionPreview text={fields.description} className="prose" />
          {fields.description.trim() === '' && <p className="text-ink-3">Nothing to preview yet.</p>}
        </section>
      )}
      <Button
        variant="quiet"
        size="small"
        className="needs-script description-toggle"
        onClick={() => setIsPreview(!isPreview)}
      >
        {isPreview ? 'Edit' : 'Preview'}
      </Button>
    </div>
  )
}
