import { Form } from 'react-router'
import { formatDistance } from '#app/lib/geo/distance.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { MergePage } from './spot-merge-page.ts'

/** Chooses the other spot: one of the possible duplicates, or by its link. */
export function ChooseOther({ page: { near }, asked }: { page: MergePage; asked: string }) {
  return (
    <>
      {near.length > 0 && (
        <section aria-labelledby="merge-near">
          <h2 id="merge-near" className="title text-h3">
            May be the same
          </h2>
          <ul className="merge-near">
            {near.map((spot) => (
              <li key={spot.id}>
                <TextLink to={`?with=${spot.id}`} dir="auto">
                  {spot.title}
                </TextLink>{' '}
                <span className="text-ink-2">{formatDistance(spot.distance_meters)} away</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Form method="get" className="merge-choose">
        <TextField
          label="Link of the other spot"
          name="with"
          required
          defaultValue={asked}
          error={asked === '' ? undefined : 'No such spot is on the map.'}
        />
        <Button type="submit" variant="primary">
          Compare
        </Button>
      </Form>
    </>
  )
}
