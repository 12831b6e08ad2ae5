import * as v from 'valibot'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { ExploreView } from './explore-view.ts'

/** From where distances count: where somebody is, else a large city in the middle of the view, else its middle (without a name). */
export const ExploreOrigin = v.object({ name: v.nullable(v.string()), lng: v.number(), lat: v.number() })

/** What the explore screen shows of a view. */
export const ExploreReply = v.object({
  view: ExploreView,
  origin: ExploreOrigin,
  /** Only where the view holds nothing: the public spot nearest to its middle, whatever the filters. */
  nearest: v.nullable(SpotSummary),
})

export type ExploreOrigin = v.InferOutput<typeof ExploreOrigin>
export type ExploreReply = v.InferOutput<typeof ExploreReply>
