import { data, href } from 'react-router'
import * as v from 'valibot'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { attemptCommand, withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/story-history.ts'
import { RevisionRow } from './revision-row.tsx'
import { compareStoryTexts } from './story-changes.ts'
import { findStoryHistory } from './story-history-page.ts'

const RowNumber = v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number))

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const before = v.safeParse(RowNumber, url.searchParams.get('before'))
  const query = { address: params.slug, before: before.success ? before.output : null }
  const page = await findStoryHistory(getSupabase(context), query)
  if (!page) throw pageNotFound(url)
  // Compared on the server, so that the page needs no script to show the differences.
  const revisions = page.changes.map((revision) => ({ revision, differences: compareStoryTexts(revision.changes) }))
  return { page, revisions }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireViewer(context)
  const call = { form: await request.formData(), supabase: getSupabase(context) }
  const rejection = await attemptCommand(restore, call)
  if (rejection) return data({ rejection }, { status: 400 })
  throw redirectTo(href('/post/:slug', { slug: params.slug }))
}

const restore = withForm(
  v.object({ revision: RowNumber }),
  async ({ supabase }: { form: FormData; supabase: Supabase }, { revision }) => {
    findData(await supabase.rpc('restore_story', { id: revision }))
  },
)

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(`History of ${loaderData?.page.title ?? 'a story'}`) },
  { name: 'robots', content: 'noindex' },
]

export default function StoryHistory({ loaderData: { page, revisions }, actionData }: Route.ComponentProps) {
  const last = revisions.at(-1)
  const secret = useLinkSecret()
  const toSearch = (search: Record<string, string>) =>
    `?${new URLSearchParams({ ...search, ...(secret && { link: secret }) })}`
  return (
    <Page className="pt-6">
      <p>
        <TextLink to={href('/post/:slug', { slug: page.slug }) + (secret ? toSearch({}) : '')} dir="auto">
          {page.title}
        </TextLink>
      </p>
      <h1 className="title text-h1 mt-3">History</h1>
      {actionData?.rejection.message && <Notice kind="bad">{actionData.rejection.message}</Notice>}
      {revisions.length === 0 && <p className="text-ink-2">No one has changed this story since it was published.</p>}
      <ol className="story-revisions">
        {revisions.map(({ revision, differences }) => (
          <RevisionRow
            key={revision.id}
            revision={revision}
            differences={differences}
            mayRestore={page.may_restore}
            isOwn={page.is_own}
          />
        ))}
      </ol>
      {page.has_more && last && (
        <SafeLink className="link" to={toSearch({ before: String(last.revision.id) })} rel="nofollow">
          Show earlier changes
        </SafeLink>
      )}
    </Page>
  )
}
