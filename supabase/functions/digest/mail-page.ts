interface MailPage {
  siteName: string
  title: string
  /** The items, as HTML. */
  items: string[]
  allUrl: string
  settingsUrl: string
  unsubscribeUrl: string
}

/** Renders the HTML body of an email, in the same frame as the templates in supabase/templates. */
export function renderPage({ siteName, title, items, allUrl, settingsUrl, unsubscribeUrl }: MailPage): string {
  const rows = items.map((item) => `<div style="padding: 14px 0; border-bottom: 1px solid #dbe0dd">${item}</div>`)
  const link = (url: string, words: string) => `<a href="${escapeHtml(url)}" style="color: #43545e">${words}</a>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light" />
    <title>${escapeHtml(title)}</title>
  </head>
  <body style="margin: 0; padding: 24px 12px; background: #f7f2e3; color: #12232e">
    <div style="max-width: 520px; margin: 0 auto; padding: 4px; border: 1px solid #12232e; background: #fbfbf8">
      <div style="padding: 20px 28px 28px; border: 1px solid #b7c1c3; font: 16px/1.5 'Schibsted Grotesk', system-ui, sans-serif; overflow-wrap: break-word">
        <p style="margin: 0; padding-bottom: 14px; border-bottom: 2px solid #12232e; font-family: 'Brygada 1918', Georgia, serif; font-size: 20px" dir="auto">${escapeHtml(siteName)}</p>
        ${rows.join('\n        ')}
        <p style="margin: 20px 0 0">
          <a href="${escapeHtml(allUrl)}" style="display: inline-block; padding: 12px 20px; border-radius: 2px; background: #b80f5a; color: #ffffff; font-weight: 600; text-decoration: none">See all notifications</a>
        </p>
        <p style="margin: 20px 0 0; padding-top: 14px; color: #43545e; font-size: 14px; line-height: 1.45">
          ${link(settingsUrl, 'Notification settings')} · ${link(unsubscribeUrl, 'Unsubscribe')}
        </p>
      </div>
    </div>
  </body>
</html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
