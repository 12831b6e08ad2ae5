import { data, href } from 'react-router'
import type { FollowResponse } from '#app/features/account/members/follow-button.tsx'
import { FollowForm, setFollow } from '#app/features/account/members/follow-command.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { toSafeTarget } from '#app/platform/guard/safe-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/account-follow.ts'

/** Redirects to the page with the follow button. Visitors who sign up in order to follow return here afterwards. */
export function loader({ url }: Route.LoaderArgs) {
  throw redirectTo(findBack(url.searchParams.get('back')))
}

/** Follows or unfollows a member, a city or a list. A form without JavaScript names the page to return to. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const parsed = parseForm(FollowForm, form)
  if (!parsed.accepted) return response('There is nothing to follow here. Reload the page and try again.', 400)
  try {
    await setFollow(getSupabase(context), requireViewer(context).id, parsed.value)
  } catch (error) {
    const message = describeDataError(error)
    if (message === undefined) throw error
    return response(message, 400)
  }
  if (request.headers.get('sec-fetch-dest') === 'document') throw redirectTo(findBack(form.get('back')))
  return response(undefined, 200)
}

function findBack(target: FormDataEntryValue | null): string {
  return toSafeTarget(String(target ?? '')) ?? href('/account')
}

function response(error: string | undefined, status: number) {
  return data<FollowResponse>({ error }, { status })
}
