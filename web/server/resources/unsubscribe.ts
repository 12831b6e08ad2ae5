import * as v from 'valibot'
import { writeTopics } from '#app/features/notifications/notification-topics.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { escapeHtml } from '../../../supabase/functions/digest/mail-page.ts'
import type { ResourceCall } from './resource-call.ts'

const LARGEST_BYTES = 2048
const LONGEST_TOKEN = 400
const NOT_FOUND = 'PT404'
const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  // The token is in the URL.
  'referrer-policy': 'no-referrer',
}
const Topics = v.array(v.string())

/** The text and button of a page. */
interface Words {
  heading: string
  text: string
  button?: { label: string; undo: boolean }
}

/**
 * Serves the page of the unsubscribe link in emails: `GET /unsubscribe?token=…`. It changes nothing, because mail
 * scanners open links.
 */
export async function showUnsubscribe({ request, supabase, settings }: ResourceCall): Promise<Response> {
  const token = readToken(request)
  const { data, error } = await supabase().rpc('read_unsubscribe', { token })
  if (error) return fail(error.code, settings)
  const topics = writeTopics(v.parse(Topics, data))
  return respond(200, settings, {
    heading: `Stop emails about ${topics}?`,
    text: 'You will still see them on the site.',
    button: { label: 'Unsubscribe', undo: false },
  })
}

/**
 * Unsubscribes without a session: by the button of the page, or by the one-click request of a mail program (RFC
 * 8058). With `undo` it subscribes again.
 */
export async function serveUnsubscribe({ request, supabase, settings }: ResourceCall): Promise<Response> {
  const form = await readForm(request)
  const undo = form.get('undo') === 'true'
  const { data, error } = await supabase().rpc('unsubscribe', { token: readToken(request), undo })
  if (error) return fail(error.code, settings)
  const topics = writeTopics(v.parse(Topics, data))
  return respond(200, settings, {
    heading: undo ? `You will get emails about ${topics} again.` : `You will no longer get emails about ${topics}.`,
    text: undo ? 'As often as before.' : 'You will still see them on the site.',
    button: undo ? { label: 'Unsubscribe', undo: false } : { label: 'Undo', undo: true },
  })
}

function readToken(request: Request): string {
  return (new URL(request.url).searchParams.get('token') ?? '').replaceAll('\0', '').slice(0, LONGEST_TOKEN)
}

/**
 * Returns the submitted form. Mail programs send one; any other body counts as an empty form. So does one without a
 * stated length, which could be endless.
 */
async function readForm(request: Request): Promise<URLSearchParams> {
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (length > LARGEST_BYTES) return new URLSearchParams()
  return new URLSearchParams(await request.text())
}

function fail(code: string, settings: ServerSettings): Promise<Response> {
  if (code === NOT_FOUND) {
    return respond(404, settings, {
      heading: 'This link is not complete',
      text: 'Copy the whole link from the email, or sign in and change your notification settings.',
    })
  }
  return respond(503, settings, { heading: 'Nothing was changed', text: 'Please try again in a moment.' })
}

async function respond(status: number, settings: ServerSettings, { heading, text, button }: Words): Promise<Response> {
  const siteName = escapeHtml((await getSite(settings)).site_name)
  const siteUrl = settings.siteUrl.replace(/\/$/, '')
  const form = button
    ? `<form method="post"><input type="hidden" name="undo" value="${button.undo}"><button>${button.label}</button></form>`
    : ''
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} | ${siteName}</title>
<style>
body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:16vh auto;padding:0 1.5rem}
header{font:1.25rem Georgia,serif}
header a{display:inline-block;padding-block:.5rem;text-decoration:none}
h1{font:600 1.9rem/1.15 Georgia,serif}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:1px solid;border-radius:2px;background:none;color:inherit;cursor:pointer}
a{color:inherit}
</style>
<header><a href="${escapeHtml(siteUrl)}/"><bdi>${siteName}</bdi></a></header>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${form}
<p><a href="${escapeHtml(siteUrl)}/account/settings?section=notifications">Notification settings</a></p>
</main>
</html>
`
  return new Response(body, { status, headers: HEADERS })
}
