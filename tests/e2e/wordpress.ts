/** WordPress reads no more of a page. */
const MAX_PAGE_BYTES = 153_600
/** The attributes that WordPress keeps on an iframe of a site that it does not know. */
const KEPT = ['src', 'width', 'height', 'frameborder', 'marginwidth', 'marginheight', 'scrolling', 'title']
const SECRET = 'aBc123dEf4'

/**
 * Returns the HTML that WordPress 6 shows for the URL of a site that it does not know, by the steps of
 * `class-wp-oembed.php` and `wp_filter_oembed_result()`. Null if WordPress would show a plain link.
 */
export async function embedLikeWordPress(address: string): Promise<string | null> {
  const page = (await (await fetch(address)).text()).slice(0, MAX_PAGE_BYTES)
  const head = page.slice(0, page.toLowerCase().indexOf('</head>'))
  const links = [...head.matchAll(/<link([^<>]+)\/?>/gi)].map(([, attributes]) => readAttributes(attributes ?? ''))
  const link = links.find(({ type, href }) => type === 'application/json+oembed' && href)
  if (!link?.href) return null
  const question = new URL(link.href)
  for (const [name, value] of Object.entries({ maxwidth: '500', maxheight: '750', dnt: '1' }))
    question.searchParams.set(name, value)
  const reply = await fetch(question)
  const answer = reply.ok ? ((await reply.json()) as Record<string, unknown>) : {}
  if (answer.version !== '1.0' || answer.type !== 'rich' || typeof answer.html !== 'string') return null
  const [, written] = /<iframe ([^>]*)><\/iframe>/.exec(answer.html) ?? []
  if (written === undefined) return null
  const attributes = readAttributes(written)
  attributes.src = `${attributes.src}#?secret=${SECRET}`
  const kept = KEPT.flatMap((name) =>
    attributes[name] === undefined ? [] : [`${name}="${encodeEntities(attributes[name])}"`],
  )
  return `<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" data-secret="${SECRET}" ${kept.join(' ')}></iframe>`
}

/** The part of `wp-embed.js` that handles the messages of an embed. */
export const WORDPRESS_SCRIPT = `addEventListener('message', ({ source, data: { secret, message, value } }) => {
  const frame = document.querySelector('iframe[data-secret="' + secret + '"]')
  if (source !== frame?.contentWindow) return
  if (message === 'height') frame.height = Math.min(1000, Math.max(200, parseInt(value, 10)))
  const isOwn = message === 'link' && new URL(value).host === new URL(frame.src).host
  if (isOwn && document.activeElement === frame) top.location.href = value
})`

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decodeEntities(value ?? '')]),
  )
}

function decodeEntities(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function encodeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
