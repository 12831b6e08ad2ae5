import { compareTexts, type TextDifference } from '#app/features/history/compare-texts.ts'
import { fitPoints } from '#app/features/map/fit-points.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { formatDms } from '#app/lib/geo/coordinates.ts'
import type { Point } from '#app/lib/geo/point.ts'
import {
  type ChangedField,
  FIELD_LABELS,
  isChosenField,
  listChangedFields,
  type SpotChanges,
  writeValue,
} from './spot-changes.ts'

const MAP_SIZE = { width: 560, height: 170, paddingPx: 60, maxZoom: 16 }

/** A change of one field, prepared for showing. */
export type SpotDifference = { field: ChangedField; label: string } & (
  | { kind: 'text'; text: TextDifference }
  | { kind: 'position'; from: Point; to: Point; way: string; before: string; after: string; staticMap: StaticMapData }
  | { kind: 'photos'; removed: string[]; added: string[] }
)

/**
 * Prepares the changes of a spot in the order of its form: differences of texts, and maps of positions. `here` is the
 * position of the spot, because a move along one axis changes only one of two columns.
 */
export function listSpotDifferences(changes: SpotChanges, here: Point): Promise<SpotDifference[]> {
  return Promise.all(listChangedFields(changes).map((field) => compareField(field, changes, here)))
}

async function compareField(field: ChangedField, changes: SpotChanges, here: Point): Promise<SpotDifference> {
  const head = { field, label: FIELD_LABELS[field] }
  if (field === 'position') return { ...head, ...(await comparePositions(readMove(changes, here))) }
  const { from, to } = changes[field] ?? {}
  if (field === 'photos') return { ...head, kind: 'photos', removed: toIds(from), added: toIds(to) }
  if (field === 'cover_photo_id') return { ...head, kind: 'photos', removed: toIds([from]), added: toIds([to]) }
  const [before, after] = [writeValue(field, from), writeValue(field, to)]
  return { ...head, kind: 'text', text: isChosenField(field) ? replaceAll(before, after) : compareTexts(before, after) }
}

function replaceAll(before: string, after: string): TextDifference {
  const parts = [{ kind: 'removed', text: before } as const, { kind: 'added', text: after } as const]
  return [{ isChanged: true, parts: parts.filter(({ text }) => text !== '') }]
}

/** Returns the positions before and after a change. */
export function readMove({ lng, lat }: SpotChanges, here: Point): { from: Point; to: Point } {
  const read = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  return {
    from: { lng: read(lng?.from, here.lng), lat: read(lat?.from, here.lat) },
    to: { lng: read(lng?.to, here.lng), lat: read(lat?.to, here.lat) },
  }
}

async function comparePositions({ from, to }: { from: Point; to: Point }) {
  const way = describeWay(from, to)
  return {
    kind: 'position' as const,
    from,
    to,
    way: way.degrees === null ? 'less than a metre' : way.short,
    before: formatDms(from),
    after: formatDms(to),
    staticMap: await getStaticMap(fitPoints([from, to], MAP_SIZE)),
  }
}

function toIds(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
