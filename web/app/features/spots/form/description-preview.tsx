import { useEffect, useState } from 'react'

/**
 * A preview of a description. The Markdown renderer loads on first use; until then the preview shows the plain text.
 */
export function DescriptionPreview({ text, className }: { text: string; className?: string }) {
  const [html, setHtml] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    import('#app/lib/markdown/markdown.ts').then(
      ({ renderMarkdown }) => isCurrent && setHtml(renderMarkdown(text)),
      // Offline the text is still readable.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  if (html === undefined)
    return (
      <p className="whitespace-pre-line" dir="auto">
        {text}
      </p>
    )
  return (
    <div
      className={className}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our renderer lets no HTML of the writer through
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
