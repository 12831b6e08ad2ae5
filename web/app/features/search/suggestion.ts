import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { accessIds } from '#app/features/explore/filters/spot-filter.ts'

const City = { slug: v.string(), name: v.string(), lng: v.number(), lat: v.number(), population: v.number() }

const Suggestion = v.variant('type', [
  v.object({
    type: v.literal('spot'),
    id: v.string(),
    slug: v.string(),
    title: v.string(),
    category: v.picklist(categoryIds),
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
  v.object({ type: v.literal('tag'), tag: v.string() }),
  v.object({
    type: v.literal('category'),
    category: v.picklist(categoryIds),
    access: v.nullable(v.picklist(accessIds)),
    /** True for "near me". */
    near: v.boolean(),
    city: v.nullable(v.object(City)),
  }),
  v.object({ type: v.literal('position'), lng: v.number(), lat: v.number() }),
  v.object({ type: v.literal('story'), slug: v.string(), title: v.string(), author: v.nullable(v.string()) }),
])

export const Suggestions = v.array(Suggestion)

/** A suggested spot, city, tag, category, position or story. */
export type Suggestion = v.InferOutput<typeof Suggestion>
