import { escapeHtml } from '../../../supabase/functions/digest/mail-page.ts'

export const RETRY_AFTER_SECONDS = 2
/** Longer forms are discarded, because an overloaded server lacks memory. */
const MAX_FORM_BYTES = 64 * 1024
/** A form that takes longer to arrive is discarded. */
const FORM_TIMEOUT_MS = 1000

const TEXTS = {
  429: {
    heading: 'Too many requests',
    text: 'Your network sends more requests than we can answer at once. Nothing was saved. Please try again in a few seconds.',
  },
  503: {
    heading: 'We are busy right now',
    text: 'Too many people are visiting at the moment. Nothing was saved. Please try again in a few seconds.',
  },
}

/**
 * Renders the response to a request that is not processed: a small page for browsers, and one line of text for
 * programs. If a browser without JavaScript submitted a form, the page submits it again.
 */
export async function renderBusyPage(request: Request, status: 429 | 503): Promise<Response> {
  const { heading, text } = TEXTS[status]
  const isPage = request.headers.get('accept')?.includes('text/html') ?? false
  const headers = {
    'cache-control': 'no-store',
    'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
    'retry-after': String(RETRY_AFTER_SECONDS),
  }
  const body = isPage ? toHtml(heading, text, await readOwnForm(request)) : `${heading}. ${text}\n`
  return new Response(body, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } })
}

/**
 * Returns the fields of a short form of this site. Forms of other sites are left out: submitted again from here, they
 * would pass as our own.
 */
async function readOwnForm(request: Request): Promise<[string, string][]> {
  const { method, headers, bodyUsed } = request
  const isOwn = method === 'POST' && headers.get('sec-fetch-site') === 'same-origin' && !bodyUsed
  const isPlain = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
  const size = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!isOwn || !isPlain || !(size <= MAX_FORM_BYTES)) return []
  const late = new Promise<string>((resolve) => setTimeout(resolve, FORM_TIMEOUT_MS, '').unref())
  const text = await Promise.race([request.text().catch(() => ''), late])
  return [...new URLSearchParams(text)]
}

function toHtml(heading: string, text: string, fields: [string, string][]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}button{font:inherit;padding:.6rem 1rem}</style>
<h1>${heading}</h1>
<p>${text}</p>
${fields.length > 0 ? toForm(fields) : '<p><a href="">Try again</a></p>'}
</html>
`
}

/**
 * Writes a form with the fields of a rejected one. Passwords are not written into pages and have to be entered again.
 */
function toForm(fields: [string, string][]): string {
  const inputs = fields.map(([name, value]) =>
    /password/i.test(name)
      ? `<p><label>Password <input type="password" name="${escapeHtml(name)}" required></label></p>`
      : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post">
<p>What you entered is kept on this page.</p>
${inputs.join('\n')}
<button>Send it again</button>
</form>`
}
