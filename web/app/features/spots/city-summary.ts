import * as v from 'valibot'

/** A city as breadcrumbs and headers show it. Population and time zone are those of GeoNames. */
export const CitySummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  admin1_name: v.nullable(v.string()),
  country_code: v.string(),
  country_name: v.string(),
  population: v.number(),
  time_zone: v.nullable(v.string()),
  lng: v.number(),
  lat: v.number(),
})

export type CitySummary = v.InferOutput<typeof CitySummary>
