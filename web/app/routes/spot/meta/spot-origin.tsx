import * as v from 'valibot'
import { formatDay } from '#app/lib/format/dates.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const From = v.object({ url: v.nullable(v.string()), author: v.nullable(v.string()) })
const License = v.object({ license_name: v.string(), license_url: v.nullable(v.string()) })

/** The origin of a spot: another site that shares it, the source of an import, and the file if it is the viewer's. */
const SpotOriginData = v.object({
  shared: v.nullable(v.object({ ...From.entries, ...License.entries, site: v.object({ origin_name: v.string() }) })),
  source: v.nullable(v.object({ ...From.entries, ...License.entries, name: v.string() })),
  file: v.nullable(v.object({ name: v.string(), imported_at: v.string() })),
})
export type SpotOriginData = v.InferOutput<typeof SpotOriginData>

const COLUMNS =
  'shared:bundle_spots(url, author, license_name, license_url, site:bundle_subscriptions(origin_name)), source:spot_sources(name, url, author, license_name, license_url), file:spot_files(name, imported_at)'

/** Finds where a spot comes from. Null for spots that their author wrote here. */
export async function findSpotOrigin(supabase: Supabase, spotId: string): Promise<SpotOriginData | null> {
  const row = findData(await supabase.from('spots').select(COLUMNS).eq('id', spotId).maybeSingle())
  const found = row && v.parse(SpotOriginData, row)
  return found && (found.shared || found.source || found.file) ? found : null
}

/** Shows where a spot comes from, who wrote it there, and its licence. Its author also sees the imported file. */
export function SpotOrigin({ origin: { shared, source, file } }: { origin: SpotOriginData }) {
  const from = shared ?? source
  return (
    <>
      {from && (
        <p className="spot-text">
          From <MaybeLink url={from.url}>{shared?.site.origin_name ?? source?.name ?? ''}</MaybeLink>
          {from.author && (
            <>
              , by <bdi>{from.author}</bdi>
            </>
          )}
          , under <MaybeLink url={from.license_url}>{from.license_name}</MaybeLink>.
          {shared && ' It can only be changed there.'}
        </p>
      )}
      {file && (
        <p className="spot-text">
          You imported it from <bdi>{file.name}</bdi> on {formatDay(file.imported_at)}.
        </p>
      )}
    </>
  )
}

function MaybeLink({ url, children }: { url: string | null; children: string }) {
  return url ? (
    <a href={url} dir="auto">
      {children}
    </a>
  ) : (
    <bdi>{children}</bdi>
  )
}
