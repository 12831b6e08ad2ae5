import { useAppSettings } from '#app/platform/root-data.ts'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** The licences of the content, the data and the fonts. */
export function LicencesSection() {
  const { streets } = useAppSettings()
  return (
    <Section title="Licences">
      <ul className="prose">
        <li>Spots and stories: Creative Commons BY-SA 4.0, by the members named with them.</li>
        <li>Cities: GeoNames, Creative Commons BY 4.0.</li>
        <li>
          Names of cities in other languages: also Natural Earth, public domain, and Unicode CLDR, Unicode License v3.
        </li>
        <li>Map: Natural Earth, public domain.</li>
        {streets && (
          <li>
            Streets: ©{' '}
            <TextLink to="https://www.openstreetmap.org/copyright" external>
              OpenStreetMap contributors
            </TextLink>
            ,{' '}
            <TextLink to="https://opendatacommons.org/licenses/odbl/1-0/" external>
              Open Database License 1.0
            </TextLink>
            .
          </li>
        )}
        <li>Fonts: Brygada 1918, Schibsted Grotesk and Commit Mono, SIL Open Font License 1.1.</li>
      </ul>
    </Section>
  )
}
