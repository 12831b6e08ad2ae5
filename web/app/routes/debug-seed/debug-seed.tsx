import { data, href } from 'react-router'
import { formatCount } from '#app/lib/format/numbers.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import type { Route } from './+types/debug-seed.ts'
import { countSeeded, runSeed } from './demo-seed.server.ts'
import { maySeed } from './may-seed.ts'
import { openDemoWithSecretKey } from './open-with-secret-key.server.ts'
import { SeedForm } from './seed-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  if (!maySeed(requireViewer(context), import.meta.env.PROD)) return data({ counts: undefined }, { status: 403 })
  const counts = await countSeeded(openDemoWithSecretKey(context.get(serverSettingsContext)))
  return data({ counts })
}

/** Runs the seeder without JavaScript. The page reloads when it is done. */
export async function action({ request, context }: Route.ActionArgs) {
  if (!maySeed(requireViewer(context), import.meta.env.PROD)) return data(null, { status: 403 })
  const intent = (await request.formData()).get('intent')
  if (intent !== 'fill' && intent !== 'remove') return data(null, { status: 400 })
  await runSeed(openDemoWithSecretKey(context.get(serverSettingsContext)), intent, () => undefined)
  return data(null)
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Demo content') },
  { name: 'description', content: 'Adds demo content to this site, and removes it again.' },
  { name: 'robots', content: 'noindex' },
]

export default function DebugSeed({ loaderData: { counts } }: Route.ComponentProps) {
  return (
    <Page>
      <div className="grid max-w-[40rem] gap-6 py-12">
        <h1 className="title text-h1">Demo content</h1>
        {counts ? <Seeding spotCount={counts.spots} postCount={counts.posts} /> : <WhyNot />}
      </div>
    </Page>
  )
}

function Seeding({ spotCount, postCount }: { spotCount: number; postCount: number }) {
  return (
    <>
      <p>
        About ninety well-known places around the world with reviews, comments, lists and five stories, by members who
        do not exist (member-031 and seven more). Adding twice changes nothing. Removing deletes exactly what was added,
        and what other members attached to it.
      </p>
      <p>
        {spotCount + postCount === 0
          ? 'There is no demo content at the moment.'
          : `Added: ${formatCount(spotCount, 'spot')} and ${formatCount(postCount, 'story', 'stories')}.`}
      </p>
      <SeedForm isFilled={spotCount > 0} />
    </>
  )
}

function WhyNot() {
  return (
    <>
      <Notice kind="warn">
        Only moderators may add demo content, because it is public at once and mixes with what members wrote.
      </Notice>
      <div>
        <LinkButton to={href('/')}>Go to the home page</LinkButton>
      </div>
    </>
  )
}
