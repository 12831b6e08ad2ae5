import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { chooseNamesLanguage, findChosenLanguage } from '#app/platform/names-language.ts'
import { Row } from '#app/ui/layout/row.tsx'
import { LANGUAGE_NAMES } from './language-names.ts'

/** The language in which search and the map prefer the names of places. Empty stands for the browser's. */
export function NamesLanguageRow() {
  const [chosen, setChosen] = useState('')
  useEffect(() => setChosen(findChosenLanguage(document.cookie) ?? ''), [])
  return (
    <Row
      title="Names of places"
      note="Search prefers names in this language, and so does the map where its data has them. The site itself is in English."
      actions={
        <span className="select-frame needs-script">
          <select
            className="input"
            aria-label="Language of the names of places"
            value={chosen}
            onChange={({ currentTarget: { value } }) => {
              chooseNamesLanguage(value)
              setChosen(value)
            }}
          >
            <option value="">Match browser</option>
            {Object.entries(LANGUAGE_NAMES).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      }
    />
  )
}
