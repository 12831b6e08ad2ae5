import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** The files of spots, and the feeds. */
export function DownloadsSection() {
  return (
    <Section title="Downloads and feeds">
      <div className="prose">
        <p>
          You can download every spot, city, list, profile and search as GPX, KML, KMZ, GeoJSON or CSV: choose “Take it
          along”, or add the extension to the path, as in <code>/spot/….gpx</code> and{' '}
          <code>/explore.geojson?q=mill</code>.
        </p>
        <p>Follow the map in a feed reader:</p>
        <ul>
          <li>
            New spots: <Feed path="/feeds/spots.atom" /> or <Feed path="/feeds/spots.json" />
          </li>
          <li>
            New stories: <Feed path="/feeds/stories.atom" /> or <Feed path="/feeds/stories.json" />
          </li>
        </ul>
        <p>
          Each city has its own feed, with the name from the path of its page, as in <code>/feeds/city/turin.atom</code>
          .
        </p>
      </div>
    </Section>
  )
}

function Feed({ path }: { path: string }) {
  return (
    <TextLink to={path} reloadDocument>
      {path}
    </TextLink>
  )
}
