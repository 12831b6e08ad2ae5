import * as v from 'valibot'

/** A photo as pages show it. `placeholder` is a thumbhash in base64. */
export const PhotoSummary = v.object({
  id: v.string(),
  width: v.number(),
  height: v.number(),
  placeholder: v.nullable(v.string()),
  alt_text: v.string(),
  taken_at: v.nullable(v.string()),
  position: v.number(),
  author_id: v.nullable(v.string()),
})

export type PhotoSummary = v.InferOutput<typeof PhotoSummary>
