import { RadioGroup, type RadioOption } from '#app/ui/forms/choices/radio-group.tsx'
import type { Visibility } from '../spot-summary.ts'
import type { SpotInput } from './spot-form-schema.ts'
import { type SpotFormSectionProps, spotFieldId } from './spot-form-section.ts'

/** Labels of the visibility options. */
export const visibilities: Record<Visibility, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'It appears on the map, in search and on the page of its city.' },
  members: { label: 'Members', hint: 'Only signed-in members can see it.' },
  link: { label: 'Anyone with the link', hint: 'It appears in no list and no search. You get a secret link to share.' },
  private: { label: 'Only me', hint: 'A note to yourself. Not even moderators see it.' },
}

/** Labels of the precision options. */
export const precisions: Record<SpotInput['precision'], { label: string; hint: string }> = {
  exact: { label: 'The exact point', hint: 'The map shows the exact position.' },
  area: {
    label: 'Only the area',
    hint: 'The map shows a point within about a kilometre. The exact one and the address are kept for you and the moderators: good for nests, rare plants and quiet places.',
  },
}

/** The fields for visibility and precision of a spot. */
export function SpotAudienceFields({ fields, errors, onChange }: SpotFormSectionProps) {
  return (
    <div className="spot-form-fields">
      <div id={spotFieldId('visibility')}>
        <RadioGroup
          legend="Who may see it?"
          name="visibility"
          options={toOptions(visibilities)}
          value={fields.visibility}
          error={errors.visibility}
          onChange={(visibility) => onChange({ visibility })}
        />
      </div>
      <div id={spotFieldId('precision')}>
        <RadioGroup
          legend="How exactly is it shown?"
          name="precision"
          options={toOptions(precisions)}
          value={fields.precision}
          error={errors.precision}
          onChange={(precision) => onChange({ precision })}
        />
      </div>
    </div>
  )
}

function toOptions(words: Record<string, { label: string; hint: string }>): RadioOption<string>[] {
  return Object.entries(words).map(([value, { label, hint }]) => ({ value, label, hint }))
}
