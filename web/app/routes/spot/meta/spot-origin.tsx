import type { Supabase } from '#app/lib/supabase.ts'
import { findData } from '#app/lib/supabase.ts'

/** The origin of a spot from another site. */
export interface SpotOriginData {
  url: string
  author: string | null
  license_name: string
  license_url: string
  site: { origin_name: string; origin_url: string }
}

/** Finds the origin of a spot. Null for spots that were added on this site. */
export async function findSpotOrigin(supabase: Supabase, spotId: string): Promise<SpotOriginData | null> {
  const columns = 'url, author, license_name, license_url, site:bundle_subscriptions(origin_name, origin_url)'
  return findData(await supabase.from('bundle_spots').select(columns).eq('spot_id', spotId).maybeSingle())
}

/** Shows the site that a spot comes from, its author there, and its licence. */
export function SpotOrigin({ origin }: { origin: SpotOriginData }) {
  const { url, author, license_name, license_url, site } = origin
  return (
    <p className="spot-text">
      From{' '}
      <a href={url} dir="auto">
        {site.origin_name}
      </a>
      {author && (
        <>
          , by <bdi>{author}</bdi>
        </>
      )}
      , under <a href={license_url}>{license_name}</a>. It can only be changed there.
    </p>
  )
}
