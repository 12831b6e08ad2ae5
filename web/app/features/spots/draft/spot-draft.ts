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
  /** Sent along when it is published: the same key twice makes one spot. */
  submissionKey: v.string(),
  fields: Fields,
  photos: v.array(PickedPhoto),
  /** Where in the form it was left. */
  step: v.string(),
  /** Spots nearby that are another place. */
  otherSpots: v.array(v.string()),
  /** Milliseconds since 1970; null before it was kept. */
  keptAt: v.nullable(v.number()),
})

/** A spot that is being filled in, as this device keeps it: with photos that are not sent yet. */
export type SpotDraft = v.InferOutput<typeof Draft>

/** A draft with nothing in it but what was typed on a page that came back without script. */
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

/** The draft in what a browser kept, if it is one that this version of the form understands. */
export function findSpotDraft(kept: unknown): SpotDraft | undefined {
  const parsed = v.safeParse(Draft, kept)
  return parsed.success ? parsed.output : undefined
}

/** Whether there is nothing in it that anybody would miss. */
export function isEmptySpotDraft({ fields, photos }: SpotDraft): boolean {
  return photos.length === 0 && Object.keys(listChanges(fields)).length === 0
}

/** A kept draft with what was typed since the page came up, before the kept one was found. */
export function mergeSpotDrafts(kept: SpotDraft, typed: SpotDraft): SpotDraft {
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
