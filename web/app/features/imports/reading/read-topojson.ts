import * as v from 'valibot'

type Json = Record<string, unknown>

const Transform = v.object({ scale: v.tuple([v.number(), v.number()]), translate: v.tuple([v.number(), v.number()]) })
const Pair = v.pipe(v.array(v.unknown()), v.minLength(2))
const MAX_DEPTH = 20

/** Returns true if a JSON value is TopoJSON. */
export function isTopoJson(value: unknown): value is Json {
  return isObject(value) && value.type === 'Topology' && isObject(value.objects)
}

/** Converts TopoJSON to GeoJSON. Only points get coordinates, because the shapes are not places. */
export function toFeatureCollection({ objects, transform }: Json): Json {
  const read = v.safeParse(Transform, transform)
  const features: Json[] = []
  for (const object of Object.values(objects as Json))
    addFeatures(features, object, read.success ? read.output : undefined, 0)
  return { type: 'FeatureCollection', features }
}

function addFeatures(
  features: Json[],
  value: unknown,
  transform: v.InferOutput<typeof Transform> | undefined,
  depth: number,
): void {
  if (!isObject(value) || depth > MAX_DEPTH) return
  if (value.type === 'GeometryCollection' && Array.isArray(value.geometries)) {
    for (const geometry of value.geometries) addFeatures(features, geometry, transform, depth + 1)
    return
  }
  const pair = v.safeParse(Pair, value.coordinates)
  const coordinates =
    transform && pair.success
      ? [0, 1].map(
          (axis) => Number(pair.output[axis]) * (transform.scale[axis] ?? 1) + (transform.translate[axis] ?? 0),
        )
      : value.coordinates
  features.push({
    ...{ type: 'Feature', id: value.id, properties: value.properties ?? {} },
    geometry: { type: value.type, coordinates },
  })
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
