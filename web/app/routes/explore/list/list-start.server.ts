import { listUrl } from '#app/features/lists/list-url.ts'
import type { LngLat } from '#app/features/map/map-view.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { findInvitation, findListPage, type ListPage, type ReceivedInvitation } from './list-page.ts'
import { readMostItems } from './list-search.ts'
import { DESKTOP_FRAME, fitItems, PHONE_FRAME } from './list-view.ts'

/** The page of a list, or an invitation to one that the viewer has not accepted. */
export type ListStart =
  | { kind: 'list'; page: ListPage; place: LngLat & { zoom: number }; now: number }
  | { kind: 'invitation'; invitation: ReceivedInvitation }

/** Returns the data of `/explore?list={id}`. Throws the not-found page for a list that the viewer may not see. */
export async function getListStart(supabase: Supabase, url: URL, headers: Headers): Promise<ListStart> {
  const [id, token] = [url.searchParams.get('list') ?? '', url.searchParams.get('invite')]
  if (token) {
    const invitation = await findInvitation(supabase, token)
    // Without the token, so that members who share their address do not pass the invitation on.
    if (invitation?.is_member) throw redirectTo(listUrl(invitation.list_id), { replace: true })
    if (invitation) return { kind: 'invitation', invitation }
  }
  const page = await findListPage(supabase, id, {
    linkSecret: url.searchParams.get('link'),
    most: readMostItems(url.searchParams),
  })
  if (!page) throw pageNotFound(url)
  const place = fitItems(page.items, isPhone(headers) ? PHONE_FRAME : DESKTOP_FRAME)
  return { kind: 'list', page, place, now: Date.now() }
}

function isPhone(headers: Headers): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /\bMobile\b/.test(headers.get('user-agent') ?? '')
}
