import Copy from 'lucide-react/icons/copy'
import { useId } from 'react'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useCopy } from '#app/ui/buttons/use-copy.ts'
import { findEmbedPath, writeEmbedSnippet } from './embed-path.ts'

/** The HTML that shows a page in another site, to copy. Renders nothing for pages that cannot be embedded. */
export function EmbedSnippet({ path, title }: { path: string; title: string }) {
  const { siteUrl } = useAppSettings()
  const id = useId()
  const { copy } = useCopy('Code copied')
  const embedPath = findEmbedPath(path)
  if (!embedPath) return null
  const snippet = writeEmbedSnippet(siteUrl + embedPath, title)
  return (
    <details className="share-embed">
      <summary>Embed in a website</summary>
      <p>Paste this code into a page. In WordPress and Ghost, paste the link instead.</p>
      <div className="share-link">
        <label className="sr-only" htmlFor={id}>
          Code
        </label>
        <input id={id} className="input" readOnly value={snippet} onFocus={(event) => event.currentTarget.select()} />
        <Button icon={<Copy />} onClick={() => copy(snippet)} className="needs-script">
          Copy
        </Button>
      </div>
    </details>
  )
}
