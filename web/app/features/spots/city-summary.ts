import * as v from 'valibot'

/** A city as breadcrumbs and headers show it. Population and time zone are those of GeoNames. */
export const CitySummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  /** The name on local signs, where it differs, and its language as a BCP 47 tag. */
  local_name: v.nullable(v.string()),
  local_language: v.nullable(v.string()),
  admin1_name: v.nullable(v.string()),
  country_code: v.string(),
  country_name: v.string(),
  population: v.number(),
  time_zone: v.nullable(v.string()),
  lng: v.number(),
  lat: v.number(),
})

export type CitySummary = v.InferOutput<typeof CitySummary>
