import MapPin from 'lucide-react/icons/map-pin'
import { type SubmitEvent, useState } from 'react'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { Checkbox } from '#app/ui/forms/choices/checkbox.tsx'
import { Combobox } from '#app/ui/forms/choices/combobox.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { RatingInput } from '#app/ui/forms/choices/rating-input.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { CodeInput } from '#app/ui/forms/text/code-input.tsx'
import { PasswordField } from '#app/ui/forms/text/password-field.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { Section } from '#app/ui/layout/section.tsx'

const cities = ['Turin', 'Turku', 'Tours'].map((title) => ({
  id: title,
  title,
  context: 'city, 484 spots',
  icon: <MapPin />,
}))
const spots = [
  { id: 'turret', title: 'Turret 35A, Sewingshields Crag', context: 'ruin, Bardon Mill', icon: <MapPin /> },
]

export function FieldExamples() {
  const [text, setText] = useState('')
  const find = (options: typeof cities) =>
    options.filter(({ title }) => title.toLowerCase().startsWith(text.trim().toLowerCase()))
  const handleSearch = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    showToast(`Looking for ${text}`)
  }
  return (
    <Section title="Field">
      <div className="split">
        <div className="grid gap-4">
          <TextField label="Title" placeholder="What people call it" maxLength={80} defaultValue={'x'.repeat(68)} />
          <TextField
            label="Website"
            defaultValue="htp:/fetta"
            error="That is not an address we can open. Start it with https://"
          />
          <PasswordField label="Password" hint="Twelve characters or more." autoComplete="new-password" />
          <TextAreaField label="What is it" hint="Two or three sentences." optional />
          <Field label="Code" hint="A new one comes every 30 seconds.">
            {(control) => <CodeInput {...control} name="code" defaultValue="409" />}
          </Field>
        </div>
        <div className="grid content-start gap-4">
          <form onSubmit={handleSearch}>
            <Combobox
              label="Spots, cities, tags"
              placeholder="Place, city or tag"
              value={text}
              onValueChange={setText}
              onSelect={(option) => setText(option.title)}
              groups={[
                { label: 'Cities', options: find(cities) },
                { label: 'Spots', options: find(spots) },
              ]}
              empty="No place found."
            />
          </form>
          <SelectField label="Kind">
            <option>Summit</option>
          </SelectField>
          <Checkbox label="Send me a letter" hint="At most once a week." defaultChecked />
          <RadioGroup
            legend="Who sees it"
            name="visibility"
            defaultValue="all"
            options={[
              { value: 'all', label: 'Everyone' },
              { value: 'me', label: 'Only me', hint: 'You can change it later.' },
            ]}
          />
          <RatingInput
            legend="How was it"
            name="rating"
            words={['skip it', 'fine', 'good', 'worth the way', 'go now']}
            defaultValue={4}
          />
        </div>
      </div>
    </Section>
  )
}
