import * as v from 'valibot'

/** The schemas of street tiles that the map can draw. Protomaps covers versions 3 and 4. */
export const STREET_SCHEMAS = ['protomaps', 'openmaptiles'] as const

/** The street tiles of this installation, as pages know them. */
export const StreetSettings = v.object({
  /** Changes with the archives, so that tiles may be cached forever. */
  version: v.string(),
  schema: v.picklist(STREET_SCHEMAS),
  maxZoom: v.number(),
  /** The bounds of the archives at street level: west, south, east, north in degrees. */
  areas: v.array(v.tuple([v.number(), v.number(), v.number(), v.number()])),
  /** The copyright line of the data, as plain text. */
  attribution: v.string(),
})

export type StreetSettings = v.InferOutput<typeof StreetSettings>
