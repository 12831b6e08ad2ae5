import * as v from 'valibot'
import { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { EMPTY_SPOT_FIELDS, type SpotFields } from '../form/spot-form-schema.ts'

const Fields = v.object({
  position: v.string(),
  title: v.string(),
  category: v.string(),
  tags: v.string(),
  description: v.string(),
  address: v.string(),
  website: v.string(),
  access: v.string(),
  visibility: v.string(),
  precision: v.string(),
})

const Draft = v.object({
  /** The idempotency key of the submission: the same key twice creates one spot. */
  submissionKey: v.string(),
  fields: Fields,
  photos: v.array(PickedPhoto),
  /** The step of the form that was open last. */
  step: v.string(),
  /** Nearby spots that the member has marked as a different place. */
  otherSpots: v.array(v.string()),
  /** Milliseconds since 1970; null before the first save. */
  keptAt: v.nullable(v.number()),
})

/** A spot being filled in, as saved on this device, with photos that are not uploaded yet. */
export type SpotDraft = v.InferOutput<typeof Draft>

/** Returns a draft with only the values of a form submitted without JavaScript. */
export function createSpotDraft(submissionKey: string, typed: Record<string, string> = {}): SpotDraft {
  const names = Object.keys(EMPTY_SPOT_FIELDS) as (keyof SpotFields)[]
  return {
    submissionKey,
    fields: {
      ...EMPTY_SPOT_FIELDS,
      ...Object.fromEntries(names.filter((name) => name in typed).map((name) => [name, typed[name]])),
    },
    photos: [],
    step: '',
    otherSpots: [],
    keptAt: null,
  }
}

/** Parses a stored draft; undefined if this version of the form cannot read it. */
export function findSpotDraft(kept: unknown): SpotDraft | undefined {
  const parsed = v.safeParse(Draft, kept)
  return parsed.success ? parsed.output : undefined
}

/** Returns true if the draft contains nothing worth keeping. */
export function isEmptySpotDraft({ fields, photos }: SpotDraft): boolean {
  return photos.length === 0 && Object.keys(listChanges(fields)).length === 0
}

/** Returns the saved draft merged with what was typed before it was loaded: the same object if that was nothing. */
export function mergeSpotDrafts(kept: SpotDraft, typed: SpotDraft): SpotDraft {
  if (isEmptySpotDraft(typed)) return kept
  return {
    ...kept,
    fields: { ...kept.fields, ...listChanges(typed.fields) },
    photos: [...kept.photos, ...typed.photos],
  }
}

function listChanges(fields: SpotFields): Partial<SpotFields> {
  const names = Object.keys(EMPTY_SPOT_FIELDS) as (keyof SpotFields)[]
  return Object.fromEntries(
    names.filter((name) => fields[name] !== EMPTY_SPOT_FIELDS[name]).map((name) => [name, fields[name]]),
  )
}
