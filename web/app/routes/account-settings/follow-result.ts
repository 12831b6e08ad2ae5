import { href } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { lacksSecondFactor } from '#app/platform/session/two-factor.ts'
import type { SettingsResponse } from './action-result.ts'
import type { SettingsResult } from './settings-actions.ts'
import { settingsUrl } from './settings-sections.ts'

/** The response to a settings form: a response, or a redirect. */
export type FollowedResult =
  | { response: SettingsResponse; leave?: undefined }
  | {
      response?: undefined
      leave: Response
      /**
       * The page to return to after signing in. Not sent as a header, because browsers ignore `Set-Cookie` on responses
       * built in JavaScript.
       */
      returnTarget?: string
    }

/** Turns the result of a form into a response or a redirect. A required sign-in leads back to `target`. */
export async function followResult(supabase: Supabase, end: SettingsResult, target: string): Promise<FollowedResult> {
  if (end.kind === 'leave') return { leave: redirectTo(end.url, { external: true }) }
  if (end.kind === 'sign-in') return { leave: redirectTo(href('/auth/login')), returnTarget: target }
  // The session may predate the change that caused the rejection.
  if (end.kind === 'two-factor-required') await supabase.auth.refreshSession()
  if (await lacksSecondFactor(supabase)) {
    return { leave: redirectTo(`${href('/auth/login')}?step=second-factor`), returnTarget: target }
  }
  return end.kind === 'response' ? { response: end.response } : { leave: redirectTo(target) }
}

/** Returns the URL to come back to after a sign-in: the section, and the option chosen there. */
export function readTarget(search: URLSearchParams, form: FormData): string {
  const content = form.get('content')
  const isDeleting = search.get('section') === 'delete' && (content === 'keep' || content === 'remove')
  if (isDeleting) return settingsUrl('delete', { content })
  return `${href('/account/settings')}?${search}`
}
