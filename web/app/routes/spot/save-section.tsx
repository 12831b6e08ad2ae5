import { SaveChoices } from '#app/features/lists/save-choices.tsx'
import type { SaveChooser } from '#app/features/lists/save-chooser-data.ts'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** The chooser of lists as a part of the page, for browsers without JavaScript. */
export function SaveSection({ spot, chooser }: { spot: { id: string; title: string }; chooser: SaveChooser }) {
  const secret = useLinkSecret()
  const search = new URLSearchParams({ ...(secret && { link: secret }), save: '1' })
  return (
    <noscript>
      <section className="no-script-dialog">
        <h2 className="dialog-title" dir="auto">
          Save {spot.title}
        </h2>
        <SaveChoices chooser={chooser} action={`${spotUrl(spot)}?${search}`} />
        <TextLink to={`${spotUrl(spot)}${secret ? `?link=${secret}` : ''}`}>Done</TextLink>
      </section>
    </noscript>
  )
}
