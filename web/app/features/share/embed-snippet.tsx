import Copy from 'lucide-react/icons/copy'
import { useId, useState } from 'react'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useCopy } from '#app/ui/buttons/use-copy.ts'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { type EmbedTheme, embedThemes, findEmbedPath, withTheme, writeEmbedSnippet } from './embed-path.ts'

const themeNames: Record<EmbedTheme, string> = { light: 'Light', dark: 'Dark' }

/**
 * The HTML that shows a page in another site, and the URL that programs such as WordPress turn into the same, to copy.
 * Renders nothing for pages that cannot be embedded.
 */
export function EmbedSnippet({ path, title }: { path: string; title: string }) {
  const { siteUrl } = useAppSettings()
  const [theme, setTheme] = useState<EmbedTheme>()
  const embedPath = findEmbedPath(path)
  if (!embedPath) return null
  const url = siteUrl + withTheme(embedPath, theme)
  return (
    <details className="share-more">
      <summary>Embed in a website</summary>
      <SelectField
        label="Theme"
        className="needs-script"
        value={theme ?? ''}
        onChange={({ currentTarget: { value } }) => setTheme(embedThemes.find((one) => one === value))}
      >
        <option value="">Match the reader’s device</option>
        {embedThemes.map((one) => (
          <option key={one} value={one}>
            {themeNames[one]}
          </option>
        ))}
      </SelectField>
      <CopyField label="Code" hint="Paste this code into a page." text={writeEmbedSnippet(url, title)} />
      <CopyField label="Address" hint="In WordPress and Ghost, paste this address instead." text={url} />
    </details>
  )
}

function CopyField({ label, hint, text }: { label: string; hint: string; text: string }) {
  const id = useId()
  const { copy } = useCopy(`${label} copied`)
  return (
    <>
      <p>{hint}</p>
      <div className="share-link">
        <label className="sr-only" htmlFor={id}>
          {label}
        </label>
        <input id={id} className="input" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <Button
          icon={<Copy />}
          onClick={() => copy(text)}
          className="needs-script"
          aria-label={`Copy the ${label.toLowerCase()}`}
        >
          Copy
        </Button>
      </div>
    </>
  )
}
