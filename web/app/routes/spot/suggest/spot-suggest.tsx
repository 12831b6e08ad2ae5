import { data, href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { attemptCommand } from '#app/lib/form-command.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { PageTrail } from '../page-trail.tsx'
import { rejectSignedOut } from '../reject-signed-out.ts'
import { reloadsForm } from '../reloads-form.ts'
import { findSpotPage } from '../spot-page.ts'
import { isOpenForWords } from '../spot-status.ts'
import type { Route } from './+types/spot-suggest.ts'
import { requireMember } from './require-member.server.ts'
import { type SuggestResponse, sendClosed, sendDuplicate, sendEdit, sendMoved } from './send-suggestion.server.ts'
import { isShortForm, ShortForm, ShortFormLinks } from './short-forms.tsx'
import { SuggestForm } from './suggest-form.tsx'
import './spot-suggest.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  requireMember(context, url)
  const page = await findSpotPage(getSupabase(context), params.id, url.searchParams.get('link'))
  if (!page || !isOpenForWords(page.spot)) throw pageNotFound(url)
  const about = url.searchParams.get('about')
  if (page.viewer.is_author && about !== 'duplicate') throw redirectTo(href('/spot/:id/edit', { id: params.id }))
  return {
    spot: page.spot,
    city: page.city,
    author: page.author && getMemberName(page.author),
    about: isShortForm(about) ? about : null,
    isAuthor: page.viewer.is_author,
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (!findViewer(context)) return data<SuggestResponse>({ rejection: rejectSignedOut(form) }, { status: 400 })
  const linkSecret = url.searchParams.get('link')
  const call = { supabase: getSupabase(context), spotId: params.id, linkSecret, form }
  const response = await runForm(call, String(form.get('about') ?? 'edit'))
  if (response) return data(response, { status: 400 })
  const search = new URLSearchParams({ sent: '1', ...(linkSecret && { link: linkSecret }) })
  throw redirectTo(`${href('/spot/:id', { id: params.id })}?${search}`)
}

export const shouldRevalidate = reloadsForm

async function runForm(call: Parameters<typeof sendEdit>[0], about: string): Promise<SuggestResponse | undefined> {
  const short = { closed: sendClosed, moved: sendMoved, duplicate: sendDuplicate }
  if (isShortForm(about)) {
    const rejection = await attemptCommand(short[about], call)
    return rejection && { rejection }
  }
  try {
    return await sendEdit(call)
  } catch (error) {
    const sentence = describeDataError(error)
    if (sentence === undefined) throw error
    return { rejection: rejectForm(sentence, call.form) }
  }
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Suggest an edit') },
  { name: 'robots', content: 'noindex' },
]

export default function SpotSuggest({ loaderData, actionData }: Route.ComponentProps) {
  const { spot, author, about, isAuthor } = loaderData
  return (
    <Page className="suggest-page">
      <PageTrail to={href('/spot/:id', { id: spot.id })} title={spot.title} here="Suggest an edit" />
      <h1 className="title text-h1">What should change?</h1>
      <p className="suggest-lead">
        <Addressee author={author} about={about} />
      </p>
      {!isAuthor && <ShortFormLinks about={about} />}
      {about ? (
        <ShortForm key={about} about={about} spot={spot} rejection={actionData?.rejection} />
      ) : (
        <SuggestForm
          spot={spot}
          place={loaderData.city?.name}
          rejection={actionData?.rejection}
          late={actionData && 'late' in actionData ? actionData.late : undefined}
        />
      )}
    </Page>
  )
}

/** Describes who decides on the suggestion. */
function Addressee({ author, about }: { author: string | null; about: string | null }) {
  if (about === 'duplicate') return 'Goes to the moderators, who can merge the two spots.'
  if (author === null) return 'Goes to a moderator, because the author has left.'
  return (
    <>
      Goes to <bdi>{author}</bdi>, who marked it. If <bdi>{author}</bdi> does not answer in 7 days, a moderator decides.
    </>
  )
}
