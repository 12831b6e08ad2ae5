import type { ExpressionSpecification } from 'maplibre-gl'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'

type Expression = ExpressionSpecification

/** Selects features of one type: a layer of the tiles and a filter. */
export interface Selector {
  layer: string
  filter: Expression
}

export const ROAD_CLASSES = ['service', 'pedestrian', 'minor', 'tertiary', 'secondary', 'primary', 'motorway'] as const
export type RoadClass = (typeof ROAD_CLASSES)[number]

const AREAS = [
  'built',
  'civic',
  'park',
  'cemetery',
  'wood',
  'sand',
  'pitch',
  'square',
  'water',
  'pool',
  'building',
] as const
const LINES = [
  'river',
  'canal',
  'stream',
  'track',
  'foot',
  'cycleway',
  'steps',
  'rail',
  'yard',
  'tram',
  'ferry',
  'country',
  'region',
] as const
const NAMES = [
  'sight',
  'footName',
  'minorName',
  'majorName',
  'station',
  'parkName',
  'neighbourhood',
  'suburb',
  'hamlet',
  'village',
  'town',
  'city',
  'lakeName',
  'riverName',
  'streamName',
  'peak',
] as const

/** The layers and fields of one tile schema, by the features that the map draws. */
export type StreetSelectors = Record<
  (typeof AREAS)[number] | (typeof LINES)[number] | (typeof NAMES)[number],
  Selector
> & {
  roads: Record<RoadClass, Selector>
  /** True for roads that are bridges, and for those in tunnels. */
  isBridge: Expression
  isTunnel: Expression
  /** True for roads with traffic in one direction. */
  isOneWay: Expression
  /** The height of a peak in metres. */
  elevation: Expression
}

const get = (name: string): Expression => ['get', name]
const among = (value: Expression, names: string): Expression => ['in', value, ['literal', names.split(' ')]]
const all = (...conditions: Expression[]): Expression => ['all', ...conditions]
const not = (condition: Expression): Expression => ['!', condition]
const AREA = among(['geometry-type'], 'Polygon MultiPolygon')
const LINE = among(['geometry-type'], 'LineString MultiLineString')
const POINT = among(['geometry-type'], 'Point MultiPoint')

/** Protomaps 4 has `kind`; version 3 had `pmap:kind` and levels instead of bridges and tunnels. */
const KIND: Expression = ['coalesce', get('kind'), get('pmap:kind'), '']
const DETAIL: Expression = ['coalesce', get('kind_detail'), get('pmap:kind_detail'), get('highway'), get('railway'), '']
const LEVEL: Expression = ['coalesce', get('pmap:level'), 0]
const IS_TUNNEL: Expression = ['any', ['has', 'is_tunnel'], ['==', LEVEL, -1]]

function createProtomapsSelectors(): StreetSelectors {
  const on = (layer: string, ...conditions: Expression[]): Selector => ({ layer, filter: all(...conditions) })
  const use = (names: string) => on('landuse', AREA, among(KIND, names))
  const road = (details: string) => on('roads', among(DETAIL, details))
  const isPool = among(KIND, 'swimming_pool fountain')
  const rail = among(DETAIL, 'rail light_rail narrow_gauge preserved subway')
  const named = (details: string) => on('roads', ['has', 'name'], among(DETAIL, details))
  const waterway = (kinds: string) => on('water', LINE, among(KIND, kinds), not(IS_TUNNEL))
  const place = (kinds: string) => on('places', ['any', among(KIND, kinds), among(DETAIL, kinds)])
  return {
    built: use('residential neighbourhood'),
    civic: use('school university college kindergarten hospital industrial commercial railway aerodrome military'),
    park: use(
      'park garden grass meadow recreation_ground golf_course zoo nature_reserve national_park village_green allotments dog_park',
    ),
    cemetery: use('cemetery'),
    wood: use('forest wood scrub'),
    sand: use('sand beach'),
    pitch: use('pitch playground'),
    square: use('pedestrian'),
    water: on('water', AREA, not(isPool)),
    pool: on('water', AREA, isPool),
    building: on('buildings', among(KIND, 'building building_part')),
    river: waterway('river'),
    canal: waterway('canal'),
    stream: waterway('stream ditch drain'),
    track: road('track'),
    foot: road('footway path bridleway'),
    cycleway: road('cycleway'),
    steps: road('steps'),
    rail: on('roads', rail, not(['has', 'service'])),
    yard: on('roads', rail, ['has', 'service']),
    tram: road('tram'),
    ferry: on('roads', among(KIND, 'ferry')),
    country: on('boundaries', among(KIND, 'country')),
    region: on('boundaries', among(KIND, 'region county')),
    sight: on('pois', ['has', 'name'], among(KIND, 'museum townhall theatre university')),
    footName: named('footway path steps track cycleway service'),
    minorName: named('residential unclassified living_street pedestrian road'),
    majorName: on('roads', ['has', 'name'], among(KIND, 'highway major_road medium_road')),
    station: on('pois', among(KIND, 'station')),
    parkName: on('landuse', ['has', 'name'], among(KIND, 'park garden cemetery')),
    neighbourhood: place('neighbourhood'),
    suburb: place('suburb borough'),
    hamlet: place('hamlet'),
    village: place('village'),
    town: place('town'),
    city: place('city'),
    lakeName: on('water', not(LINE), ['has', 'name'], among(KIND, 'lake sea ocean bay strait reservoir')),
    riverName: on('water', LINE, ['has', 'name'], among(KIND, 'river')),
    streamName: on('water', LINE, ['has', 'name'], among(KIND, 'stream canal')),
    peak: on('pois', ['has', 'name'], among(KIND, 'peak volcano')),
    roads: {
      motorway: on('roads', among(KIND, 'highway')),
      primary: road('trunk primary'),
      secondary: road('secondary'),
      tertiary: road('tertiary'),
      minor: road('residential unclassified living_street road'),
      pedestrian: road('pedestrian'),
      service: road('service'),
    },
    isBridge: ['any', ['has', 'is_bridge'], ['==', LEVEL, 1]],
    isTunnel: IS_TUNNEL,
    isOneWay: ['==', get('oneway'), 'yes'],
    elevation: get('elevation'),
  }
}

function createOpenMapTilesSelectors(): StreetSelectors {
  const CLASS: Expression = ['coalesce', get('class'), '']
  const SUBCLASS: Expression = ['coalesce', get('subclass'), '']
  const on = (layer: string, ...conditions: Expression[]): Selector => ({ layer, filter: all(...conditions) })
  const use = (names: string) => on('landuse', among(CLASS, names))
  const road = (classes: string) => on('transportation', LINE, among(CLASS, classes))
  const path = (subclasses: string) => on('transportation', LINE, among(SUBCLASS, subclasses))
  const named = (classes: string) => on('transportation_name', among(CLASS, classes))
  const waterway = (classes: string) => on('waterway', among(CLASS, classes), ['!=', get('brunnel'), 'tunnel'])
  const place = (classes: string) => on('place', among(CLASS, classes))
  const isPedestrian = among(SUBCLASS, 'pedestrian')
  const isPool = among(CLASS, 'swimming_pool')
  const level = (levels: number[]): Expression => ['in', ['coalesce', get('admin_level'), 0], ['literal', levels]]
  return {
    built: use('residential suburb neighbourhood'),
    civic: use(
      'school university college kindergarten hospital industrial commercial retail railway aerodrome military',
    ),
    park: on('landcover', among(CLASS, 'grass'), not(among(SUBCLASS, 'scrub'))),
    cemetery: use('cemetery'),
    wood: on('landcover', ['any', among(CLASS, 'wood'), among(SUBCLASS, 'scrub')]),
    sand: on('landcover', among(CLASS, 'sand')),
    pitch: use('pitch playground stadium'),
    square: on('transportation', AREA, among(CLASS, 'path')),
    water: on('water', AREA, not(isPool)),
    pool: on('water', AREA, isPool),
    building: on('building', ['!=', get('hide_3d'), true]),
    river: waterway('river'),
    canal: waterway('canal'),
    stream: waterway('stream drain ditch'),
    track: road('track'),
    foot: path('footway path bridleway'),
    cycleway: path('cycleway'),
    steps: path('steps'),
    rail: on('transportation', among(CLASS, 'rail'), not(among(SUBCLASS, 'disused')), not(['has', 'service'])),
    yard: on('transportation', among(CLASS, 'rail'), ['has', 'service']),
    tram: path('tram'),
    ferry: road('ferry'),
    country: on('boundary', level([2])),
    region: on('boundary', level([3, 4, 6])),
    sight: on('poi', ['any', among(CLASS, 'museum theatre town_hall'), among(SUBCLASS, 'museum theatre townhall')]),
    footName: on('transportation_name', among(CLASS, 'path service track'), not(isPedestrian)),
    minorName: on('transportation_name', ['any', among(CLASS, 'minor'), isPedestrian]),
    majorName: named('motorway trunk primary secondary tertiary'),
    station: on('poi', among(SUBCLASS, 'station halt')),
    parkName: on('poi', among(CLASS, 'park garden cemetery')),
    neighbourhood: place('quarter neighbourhood'),
    suburb: place('suburb borough'),
    hamlet: place('hamlet'),
    village: place('village'),
    town: place('town'),
    city: place('city'),
    lakeName: on('water_name', POINT),
    riverName: on('waterway', ['has', 'name'], among(CLASS, 'river')),
    streamName: on('waterway', ['has', 'name'], among(CLASS, 'stream canal')),
    peak: on('mountain_peak', ['has', 'name']),
    roads: {
      motorway: road('motorway'),
      primary: road('trunk primary'),
      secondary: road('secondary'),
      tertiary: road('tertiary'),
      minor: road('minor'),
      pedestrian: path('pedestrian'),
      service: road('service'),
    },
    isBridge: ['==', get('brunnel'), 'bridge'],
    isTunnel: ['==', get('brunnel'), 'tunnel'],
    isOneWay: ['in', get('oneway'), ['literal', [1, -1]]],
    elevation: get('ele'),
  }
}

/** Returns the layers and fields of a tile schema. */
export function getStreetSelectors(schema: StreetSettings['schema']): StreetSelectors {
  return schema === 'protomaps' ? createProtomapsSelectors() : createOpenMapTilesSelectors()
}
