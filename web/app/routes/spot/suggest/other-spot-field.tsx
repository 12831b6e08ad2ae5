import { useState } from 'react'
import { groupSuggestions } from '#app/features/search/suggestion-option.tsx'
import { useSuggestions } from '#app/features/search/use-suggestions.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Combobox } from '#app/ui/forms/choices/combobox.tsx'
import { Field } from '#app/ui/forms/field.tsx'

/** Another spot, found by its name or given as a link. */
export function OtherSpotField({
  spot,
  rejection,
}: {
  spot: Point & { id: string }
  rejection: FormRejection | undefined
}) {
  const { siteUrl } = useAppSettings()
  const [typed, setTyped] = useState(rejection?.values.other ?? '')
  const [chosen, setChosen] = useState<string>()
  const { suggestions, isLoading } = useSuggestions(chosen === undefined ? typed : '', spot)
  const spots = suggestions.filter((suggestion) => suggestion.type === 'spot' && suggestion.id !== spot.id)
  return (
    <Field
      label="The other spot"
      hint={chosen === undefined ? 'Its name, or its link.' : `Chosen: ${chosen}`}
      error={rejection?.fieldErrors.other}
    >
      {(control) => (
        <Combobox
          {...control}
          name="other"
          value={typed}
          groups={groupSuggestions(spots)}
          loading={isLoading}
          onValueChange={(text) => {
            setTyped(text)
            setChosen(undefined)
          }}
          onSelect={(option) => {
            setTyped(`${siteUrl}${option.to}`)
            setChosen(option.title)
          }}
        />
      )}
    </Field>
  )
}
