const RETRY_AFTER_SECONDS = 2

const TEXTS = {
  429: {
    heading: 'Too many requests',
    text: 'Your network sends more requests than we can answer at a time. Nothing was saved. Please try again in a few seconds.',
  },
  503: {
    heading: 'We are busy right now',
    text: 'Too many people are visiting at the moment. Nothing was saved. Please try again in a few seconds.',
  },
}

/** Renders the response to a request that is not processed: a small page for browsers, and one line for programs. */
export function renderBusyPage(request: Request, status: 429 | 503): Response {
  const { heading, text } = TEXTS[status]
  const isPage = request.headers.get('accept')?.includes('text/html') ?? false
  const headers = {
    'cache-control': 'no-store',
    'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
    'retry-after': String(RETRY_AFTER_SECONDS),
  }
  const body = isPage ? toHtml(heading, text) : `${heading}. ${text}\n`
  return new Response(body, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } })
}

function toHtml(heading: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style>
<h1>${heading}</h1>
<p>${text}</p>
<p><a href="">Try again</a></p>
</html>
`
}
