import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { accessIds } from '#app/features/explore/filters/spot-filter.ts'

const City = { slug: v.string(), name: v.string(), lng: v.number(), lat: v.number(), population: v.number() }

const Region = {
  name: v.string(),
  /** The country of a region; null for a country. */
  country: v.nullable(v.string()),
  lng: v.number(),
  lat: v.number(),
  /** The zoom at which the map shows most of it. */
  zoom: v.number(),
}

const Suggestion = v.variant('type', [
  v.object({
    type: v.literal('spot'),
    id: v.string(),
    slug: v.string(),
    title: v.string(),
    category: v.picklist(categoryIds),
    status: v.picklist(['published', 'closed']),
    city: v.nullable(v.string()),
    country: v.nullable(v.string()),
    lng: v.number(),
    lat: v.number(),
  }),
  v.object({
    type: v.literal('city'),
    ...City,
    region: v.nullable(v.string()),
    country: v.string(),
    /** The name that matched, if it is another one: Firenze for Florence. */
    matched: v.nullable(v.string()),
  }),
  v.object({
    type: v.literal('region'),
    ...Region,
    /** The name that matched, if it is another one: Toskana for Tuscany. */
    matched: v.nullable(v.string()),
  }),
  v.object({ type: v.literal('tag'), tag: v.string() }),
  v.object({
    type: v.literal('category'),
    category: v.picklist(categoryIds),
    access: v.nullable(v.picklist(accessIds)),
    /** True for "near me". */
    near: v.boolean(),
    city: v.nullable(v.object(City)),
    region: v.nullable(v.object(Region)),
  }),
  v.object({ type: v.literal('position'), lng: v.number(), lat: v.number() }),
  v.object({ type: v.literal('story'), slug: v.string(), title: v.string(), author: v.nullable(v.string()) }),
])

export const Suggestions = v.array(Suggestion)

/** A suggested spot, city, region, tag, category, position or story. */
export type Suggestion = v.InferOutput<typeof Suggestion>
