import { data } from 'react-router'
import * as v from 'valibot'
import { blockMember, unblockMember } from '#app/features/account/members/block-commands.ts'
import { createReport } from '#app/features/reports/report-command.ts'
import { ReportForm } from '#app/features/reports/report-schema.ts'
import { toReportSent } from '#app/features/reports/report-url.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { SIGN_UP_PATH } from '#app/platform/guard/guard.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

/** The member that a form is about. */
const MemberForm = v.object({ member: v.pipe(v.string(), v.uuid()) })

interface ProfileCall {
  supabase: Supabase
  viewer: Viewer
  form: FormData
}

const commands: Record<string, FormCommand<ProfileCall>> = {
  block: withForm(MemberForm, ({ supabase, viewer }, { member }) => blockMember(supabase, viewer.id, member)),
  unblock: withForm(MemberForm, ({ supabase, viewer }, { member }) => unblockMember(supabase, viewer.id, member)),
  report: withForm(ReportForm, ({ supabase, viewer }, report) =>
    createReport(supabase, { page: null, reporterId: viewer.id, report }),
  ),
}

/** Runs a form of a profile as the signed-in member. Visitors are sent to sign up and come back afterwards. */
export async function runProfileAction(
  request: Request,
  url: URL,
  call: Omit<ProfileCall, 'viewer'>,
  viewer: Viewer | null,
) {
  const search = new URLSearchParams(url.searchParams)
  search.delete('do')
  const here = `${withoutBase(url.pathname)}?${search}`
  if (!viewer) return redirectTo(SIGN_UP_PATH, { headers: { 'set-cookie': rememberReturnTarget(here) } })
  const intent = String(call.form.get('intent'))
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  if (!command) return redirectTo(here)
  const rejection = await attemptCommand(command, { ...call, viewer })
  const response: IntentResponse = { intent, rejection }
  if (rejection) return data(response, { status: 400 })
  // Forms sent without JavaScript are redirected, so that a reload sends nothing twice.
  if (request.headers.get('sec-fetch-dest') !== 'document') return response
  return redirectTo(intent === 'report' ? toReportSent(here) : here)
}
