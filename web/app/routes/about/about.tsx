import { href } from 'react-router'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/about.ts'

const DESCRIPTION =
  'What Hereabouts is, who runs it, the rules for contributing, what happens with your data, and under which licences.'

export const meta: Route.MetaFunction = () => [
  { title: 'About | Hereabouts' },
  { name: 'description', content: DESCRIPTION },
  { property: 'og:title', content: 'About Hereabouts' },
  { property: 'og:description', content: DESCRIPTION },
]

export default function About() {
  const { siteUrl } = useAppSettings()
  return (
    <Page>
      <link rel="canonical" href={`${siteUrl}${href('/about')}`} />
      <h1 className="title text-h1 pt-8">About this map</h1>
      <p className="max-w-measure pt-4 text-lead text-ink-2">
        A shared map of the places you would send a friend to. Anyone may look around; members mark spots, write stories
        and keep lists. The people who run this site own it, data and all.
      </p>
      <Rules />
      <Privacy />
      <Data />
      <Source />
    </Page>
  )
}

function Rules() {
  return (
    <div id="rules">
      <Section title="Rules for contributing">
        <ul className="prose">
          <li>Mark what you have seen yourself, or can say where you know it from.</li>
          <li>Say in two lines why it is worth the way. A fact beats an adjective.</li>
          <li>Only your own photos and words, or such as their licence lets you pass on.</li>
          <li>
            Some places do not bear visitors: nests, private gardens, graves of the lately dead. Leave them out, or mark
            the area and not the point.
          </li>
          <li>No advertising. Your own café is welcome if you say that it is yours.</li>
          <li>
            A first contribution may wait for a look by a moderator. Whatever is taken down, its author reads why.
          </li>
        </ul>
      </Section>
    </div>
  )
}

function Privacy() {
  return (
    <div id="privacy">
      <Section title="Privacy">
        <ul className="prose">
          <li>Others see your username, name, picture and what you publish. Your e-mail address is never shown.</li>
          <li>
            The position and all else that a photo’s file tells is read once, offered to you for the pin, and removed
            from every copy that is kept.
          </li>
          <li>
            Cookies hold your session, the theme you chose, and for a quarter of an hour the page you wanted to see
            before you logged in. None is for advertising, none is another company’s.
          </li>
          <li>
            Pages are counted by day without your address and without a cookie, and not at all if your browser asks us
            not to.
          </li>
          <li>Your device tells its position only when you press “Near me”. It stays on your device.</li>
        </ul>
      </Section>
    </div>
  )
}

function Data() {
  return (
    <div id="data">
      <Section title="API and feeds">
        <div className="prose">
          <p>
            Every spot can be taken along as GeoJSON, GPX or KML: put the ending behind its address, as in{' '}
            <code>/spot/….gpx</code>.
          </p>
          <p>
            The whole site speaks the Supabase protocol: what you may read here you may read by any of its clients,
            under the same rules.
          </p>
        </div>
      </Section>
      <Section title="Licences">
        <ul className="prose">
          <li>Spots and stories: Creative Commons BY-SA 4.0, by the members named beside them.</li>
          <li>Cities: GeoNames, Creative Commons BY 4.0.</li>
          <li>Map: Natural Earth, public domain.</li>
          <li>Faces: Brygada 1918, Schibsted Grotesk and Commit Mono, SIL Open Font License 1.1.</li>
        </ul>
      </Section>
    </div>
  )
}

function Source() {
  return (
    <div id="source">
      <Section title="Source">
        <div className="prose">
          <p>
            Hereabouts is free software under the GNU Affero General Public License, version 3 or later. Whoever runs it
            for others owes them its source, changes included: ask the people who run this site.
          </p>
          <p>
            <TextLink to={href('/explore')}>Open the map</TextLink>
          </p>
        </div>
      </Section>
    </div>
  )
}
