import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { Choice } from '#app/ui/forms/choices/choice.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { type StoryFields, SUMMARY_LENGTH, storyVisibilities } from '../draft/story-fields.ts'
import { CityField, type CityOption } from './city-field.tsx'

/** Summary, city, tags and visibility of a story. They are part of the form even without JavaScript. */
export function PublishFields({
  fields,
  errors,
  cities,
  onChange,
}: {
  fields: StoryFields
  errors: Record<string, string>
  cities: readonly CityOption[]
  onChange: (changes: Partial<StoryFields>) => void
}) {
  return (
    <>
      <TextAreaField
        label="Summary"
        optional
        name="summary"
        rows={2}
        maxLength={SUMMARY_LENGTH}
        hint={`Shown in lists, emails and link previews. ${Math.max(0, SUMMARY_LENGTH - fields.summary.length)} left.`}
        value={fields.summary}
        error={errors.summary}
        onChange={(event) => onChange({ summary: event.currentTarget.value })}
      />
      <div className="publish-pair">
        <CityField slug={fields.city} error={errors.city} nearby={cities} onChange={(city) => onChange({ city })} />
        <TextField
          label="Tags"
          optional
          name="tags"
          placeholder="water, winter"
          value={fields.tags}
          error={errors.tags}
          onChange={(event) => onChange({ tags: event.currentTarget.value })}
        />
      </div>
      <fieldset className="field">
        <legend className="field-label">Who can read it?</legend>
        <div className="publish-audience">
          {Object.entries(storyVisibilities).map(([value, { label, hint }]) => (
            <Choice
              key={value}
              type="radio"
              name="visibility"
              value={value}
              label={label}
              hint={hint}
              checked={fields.visibility === value}
              onChange={() => onChange({ visibility: value })}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** Returns the cities of the spots in a story, and the chosen one. */
export function listCities(spots: readonly SpotSummary[], chosen: CityOption | null): CityOption[] {
  const all = [...(chosen ? [chosen] : []), ...spots.flatMap(({ city }) => (city ? [city] : []))]
  return [...new Map(all.map(({ slug, name }) => [slug, { slug, name }])).values()]
}
