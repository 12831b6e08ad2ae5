import { Form, useSearchParams } from 'react-router'
import { formatDistance } from '#app/lib/geo/distance.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { MergePage } from './merge-page.ts'

/** Chooses the other spot: one nearby, or by its link. `name` is its parameter in the query. */
export function ChooseOther({ page: { near }, name }: { page: MergePage; name: 'with' | 'merge' | 'move' }) {
  const [search] = useSearchParams()
  const asked = search.get(name) ?? ''
  const others = [...search].filter(([key]) => key !== name)
  const toQuery = (id: string) => `?${new URLSearchParams([...others, [name, id]])}`
  return (
    <>
      {near.length > 0 && (
        <section aria-labelledby="merge-near">
          <h2 id="merge-near" className="title text-h3 merge-near-title">
            {name === 'move' ? 'Spots nearby' : 'May be the same'}
          </h2>
          <ul className="merge-near">
            {near.map((spot) => (
              <li key={spot.id}>
                <TextLink to={toQuery(spot.id)} dir="auto">
                  {spot.title}
                </TextLink>{' '}
                <span className="text-ink-2">{formatDistance(spot.distance_meters)} away</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Form method="get" className="merge-choose">
        {others.map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <TextField
          label="Link to the other spot"
          name={name}
          required
          defaultValue={asked}
          error={asked === '' ? undefined : 'This spot does not exist.'}
        />
        <Button type="submit" variant="primary">
          {name === 'move' ? 'Choose' : 'Compare'}
        </Button>
      </Form>
    </>
  )
}
