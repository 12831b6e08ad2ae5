/** A feature of a Mapbox vector tile: its rings, lines or points in units of the tile, and its properties. */
export interface TileFeature {
  /** 1: points, 2: lines, 3: areas. */
  type: number
  parts: [x: number, y: number][][]
  properties: Record<string, string | number>
}

/** The features of a tile by the name of their layer, in units of the extent 4096. */
export type TileLayers = Record<string, TileFeature[]>

/** Units along the side of a tile. */
export const TILE_EXTENT = 4096

const WIRE_VARINT = 0
const WIRE_64 = 1
const WIRE_BYTES = 2
const WIRE_32 = 5
const CLOSE_PATH = 7

/** Reads a vector tile (Mapbox vector tile specification, version 2), or only some of its layers. */
export function readVectorTile(bytes: Uint8Array, wanted?: readonly string[]): TileLayers {
  const layers: TileLayers = {}
  for (const { field, value } of readFields(bytes)) {
    if (field === 3 && value instanceof Uint8Array) Object.assign(layers, readLayer(value, wanted))
  }
  return layers
}

function readLayer(bytes: Uint8Array, wanted: readonly string[] | undefined): TileLayers {
  const keys: string[] = []
  const values: (string | number)[] = []
  const features: Uint8Array[] = []
  let name = ''
  let extent = TILE_EXTENT
  for (const { field, value } of readFields(bytes)) {
    if (field === 5 && typeof value === 'number') extent = value
    if (!(value instanceof Uint8Array)) continue
    if (field === 1) name = toText(value)
    if (field === 2) features.push(value)
    if (field === 3) keys.push(toText(value))
    if (field === 4) values.push(readValue(value))
  }
  if (wanted && !wanted.includes(name)) return {}
  const read = features.map((feature) => readFeature(feature, keys, values))
  return { [name]: extent === TILE_EXTENT ? read : read.map((feature) => scale(feature, TILE_EXTENT / extent)) }
}

function scale(feature: TileFeature, factor: number): TileFeature {
  return { ...feature, parts: feature.parts.map((part) => part.map(([x, y]) => [x * factor, y * factor])) }
}

function readFeature(bytes: Uint8Array, keys: string[], values: (string | number)[]): TileFeature {
  const properties: Record<string, string | number> = {}
  let parts: [number, number][][] = []
  let type = 0
  for (const { field, value } of readFields(bytes)) {
    if (field === 3 && typeof value === 'number') type = value
    if (!(value instanceof Uint8Array)) continue
    if (field === 4) parts = readGeometry(value)
    if (field !== 2) continue
    const tags = readVarints(value)
    for (let index = 0; index + 1 < tags.length; index += 2) {
      properties[keys[tags[index] ?? 0] ?? ''] = values[tags[index + 1] ?? 0] ?? ''
    }
  }
  return { type, parts, properties }
}

/** Commands with counts: 1 moves, 2 draws, 7 closes. Each step is relative to the last point. */
function readGeometry(bytes: Uint8Array): [number, number][][] {
  const numbers = readVarints(bytes)
  const parts: [number, number][][] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < numbers.length; ) {
    const header = numbers[index++] ?? 0
    const command = header & 7
    if (command === CLOSE_PATH) continue
    // The count of a damaged tile may be a thousand times that of its numbers.
    for (let count = header >> 3; count > 0 && index < numbers.length; count--) {
      x += unzigzag(numbers[index++] ?? 0)
      y += unzigzag(numbers[index++] ?? 0)
      if (command === 1) parts.push([])
      parts.at(-1)?.push([x, y])
    }
  }
  return parts
}

function readValue(bytes: Uint8Array): string | number {
  for (const { field, value } of readFields(bytes)) {
    if (value instanceof Uint8Array) return field === 1 ? toText(value) : readFloat(value)
    return field === 6 ? unzigzag(value) : value
  }
  return ''
}

function readFloat(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true)
}

/** Reads the fields of a protocol buffer. Fixed numbers come as their bytes, like strings and messages. */
function* readFields(bytes: Uint8Array): Generator<{ field: number; value: number | Uint8Array }> {
  const cursor = { position: 0 }
  while (cursor.position < bytes.length) {
    const tag = readVarint(bytes, cursor)
    const [field, wire] = [tag >> 3, tag & 7]
    if (wire === WIRE_VARINT) {
      yield { field, value: readVarint(bytes, cursor) }
      continue
    }
    const length = measureField(wire, bytes, cursor)
    yield { field, value: bytes.subarray(cursor.position, cursor.position + length) }
    cursor.position += length
  }
}

function measureField(wire: number, bytes: Uint8Array, cursor: { position: number }): number {
  if (wire === WIRE_BYTES) return readVarint(bytes, cursor)
  if (wire === WIRE_64) return 8
  if (wire === WIRE_32) return 4
  throw new Error(`A vector tile contains a field of the unknown wire type ${wire}.`)
}

function readVarints(bytes: Uint8Array): number[] {
  const cursor = { position: 0 }
  const numbers: number[] = []
  while (cursor.position < bytes.length) numbers.push(readVarint(bytes, cursor))
  return numbers
}

function readVarint(bytes: Uint8Array, cursor: { position: number }): number {
  let value = 0
  let factor = 1
  for (;;) {
    const byte = bytes[cursor.position++] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return value
    factor *= 128
  }
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
