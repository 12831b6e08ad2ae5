import { href } from 'react-router'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

/** The call to add a spot or to join, beside a sheet. */
export function JoinCall() {
  const viewer = useViewer()
  return (
    <section className="home-join" aria-labelledby="join">
      <div className="home-join-body">
        <h2 id="join" className="title text-h2">
          Know a place we don’t?
        </h2>
        <p>
          Drop a pin, say in two lines why it is worth a visit, add a photo if you have one. It takes about three
          minutes.
        </p>
        <div className="home-join-actions">
          <LinkButton variant="primary" to={href('/submit')}>
            Add a spot
          </LinkButton>
          {!viewer && <LinkButton to={href('/auth/signup')}>Join {getSiteName()}</LinkButton>}
        </div>
      </div>
      <SheetPicture sheet="sheet-uschba" formats={{ wide: 'wide', phone: 'phone' }} />
    </section>
  )
}
