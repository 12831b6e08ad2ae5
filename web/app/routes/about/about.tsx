import { href } from 'react-router'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { getSiteName, pageTitle } from '#app/platform/config/site-name.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/about.ts'
import { ApiSection } from './api-section.tsx'
import { toContactTarget } from './contact-target.ts'
import { DownloadsSection } from './downloads-section.tsx'
import { LicencesSection } from './licences-section.tsx'
import { useSiteTexts } from './use-site-texts.ts'

const describe = (site: string) =>
  `What ${site} is, who runs it, the rules for contributing, what happens with your data, and under which licences.`

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('About') },
  { name: 'description', content: describe(getSiteName()) },
  { property: 'og:title', content: `About ${getSiteName()}` },
  { property: 'og:description', content: describe(getSiteName()) },
  { property: 'og:type', content: 'website' },
]

export default function About() {
  const { contact, rules } = useSiteTexts()
  return (
    <Page>
      <PageAddress path={href('/about')} />
      <h1 className="title text-h1 pt-8">About this map</h1>
      <p className="max-w-measure pt-4 text-lead text-ink-2">
        A shared map of the places you would send a friend to. Anyone can look around; members mark spots, write stories
        and keep lists. The people who run this site own it, including its data.
      </p>
      <Rules own={rules} />
      {contact && <Contact contact={contact} />}
      <Privacy />
      <Data />
      <ApiSection />
      <Source />
    </Page>
  )
}

function Contact({ contact }: { contact: string }) {
  const target = toContactTarget(contact)
  return (
    <div id="contact">
      <Section title="Contact">
        <p className="prose" dir="auto">
          {target ? <a href={target}>{contact}</a> : contact}
        </p>
      </Section>
    </div>
  )
}

/** The rules of the site, or the default rules if its administrators have set none. */
function Rules({ own }: { own: string | null }) {
  const lines = own?.split('\n').filter((line) => line.trim() !== '')
  return (
    <div id="rules">
      <Section title="Rules for contributing">
        {lines ? (
          <ul className="prose">
            {lines.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        ) : (
          <BuiltInRules />
        )}
      </Section>
    </div>
  )
}

function BuiltInRules() {
  return (
    <ul className="prose">
      <li>Mark what you have seen yourself, or say where you know it from.</li>
      <li>Say in two lines why it is worth a visit. A fact beats an adjective.</li>
      <li>Use only your own photos and texts, or those whose licence lets you share them.</li>
      <li>
        Some places should not have visitors: nests, private gardens, recent graves. Leave them out, or mark the area
        instead of the exact position.
      </li>
      <li>No advertising. Your own café is welcome if you say that it is yours.</li>
      <li>
        A moderator may review your first contributions before they are published. If something is removed, its author
        is told why.
      </li>
    </ul>
  )
}

function Privacy() {
  return (
    <div id="privacy">
      <Section title="Privacy">
        <ul className="prose">
          <li>Others see your username, name, picture and what you publish. Your email address is never shown.</li>
          <li>
            We read the position and other metadata of a photo once to suggest where to put the pin, and remove them
            from every copy we keep.
          </li>
          <li>
            Cookies hold your session, the theme and the language of names if you chose one and, for a day, the page you
            wanted to see and the spot you wanted to save before you signed in. For half a year, a cookie marks this
            browser as one from which you have signed in, so that strangers who guess your password cannot lock you out.
            During some sign-ins, another protects against forgery. None is for advertising, and none is set by another
            company.
          </li>
          <li>
            We count page views by day without your IP address and without a cookie, and not at all if your browser asks
            us not to.
          </li>
          <li>
            Your browser asks for your position only when you press a button for it, such as “Near me”, and does not
            send it to us: distances and directions are computed in the browser. The server receives only the area that
            the map then shows, rounded to a grid of about 2 km. Your position appears in no URL and no log. The home
            page lists the spots near you until you close or reload it. Only the form for a new spot centres the map
            exactly on you, because you place the pin there.
          </li>
        </ul>
      </Section>
    </div>
  )
}

function Data() {
  return (
    <div id="data">
      <DownloadsSection />
      <LicencesSection />
    </div>
  )
}

function Source() {
  return (
    <div id="source">
      <Section title="Source">
        <div className="prose">
          <p>
            Hereabouts is free software under the GNU Affero General Public License, version 3 or later. Anyone who runs
            it for others must offer them its source code, including changes. Ask the people who run this site.
          </p>
          <p>
            <TextLink to={href('/explore')}>Open the map</TextLink>
          </p>
        </div>
      </Section>
    </div>
  )
}
