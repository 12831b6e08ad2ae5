/** Source categories by the category that spots get. {@link CATEGORY_BY_PREFIX} handles whole families. */
const SOURCE_CATEGORIES = {
  summit: 'mountain-peak mountain-pass ridge peak summit volcano ancient-mountain ancient-mount',
  viewpoint: 'viewpoint tower observation-tower lookout',
  cave: 'cave-entrance cave cliff rock climbing ancient-cave ancient-quarry ancient-mine quarry',
  coast: `beach bay marina ferry-terminal island lighthouse boat-rental channel harbor cape peninsula ancient-island
    ancient-peninsula ancient-cape ancient-strait ancient-harbor ancient-coast shop-boat`,
  swim: 'swimming-pool water-park swimming-area sauna kneipp-water-cure spa ancient-lake lake',
  waterfall: 'waterfall',
  spring: `spring drinking-water drinking-water-refill water-point fountain hot-spring well river ancient-spring
    ancient-river ancient-well`,
  garden: `park garden playground picnic-site dog-park recreation-ground golf-course miniature-golf theme-park bandstand
    nursery firepit allotments`,
  wood: 'nature-reserve world-heritage-natural forest wood zoo aquarium wildlife-hide stables horse-riding animal-boarding',
  ruin: 'ruins archaeological-site citywalls historic-site sawmill',
  castle: 'castle fort palace ancient-fort fortress',
  sacred: `place-of-worship church chapel cathedral mosque temple synagogue shrine monastery ancient-temple ancient-church
    ancient-monastery ancient-sanctuary`,
  memorial: `memorial monument tomb cemetery boundary-stone wayside-cross clock ancient-monument ancient-cemetery
    ancient-tomb`,
  museum: 'museum planetarium culture-center arts-centre gallery library research-institute fondation cartographer',
  art: 'public-art mural street-art artwork statue sculpture studio photographer pottery',
  building: `historic-landmark heritage-site heritage world-heritage-cultural world-heritage-mixed building public-building
    embassy townhall theatre cinema concert-hall conference-centre events-venue events-centre venue community-centre
    university college music-school dancing-school hospital retirement-home apartments housing-co-op fraternity
    scout-hut youth-centre stadium sports-centre sports-hall recreation-centre skyscraper bridge social-club club`,
  curiosity: `attraction sports-pitch tennis-court skatepark fitness-centre fitness-station ice-rink yoga-studio dance hoop
    casino hackerspace coworking-space toilets emergency-phone emergency-service wlan turismo-accessibile
    outdoor-activities outdoor-seating sanitary-dump-station gardener electrician plumber upholsterer it-consulting
    agricultural-engines mini-storage storage chiropractor salon caterer-equipment ancient-people ancient-region`,
  cafe: 'cafe ice-cream bakery confectionery tea-room shop-bakery shop-pastry shop-patisserie shop-ice-cream shop-tea shop-coffee',
  kitchen: 'restaurant fast-food food-court food-and-drink caterer bistro diner canteen',
  bar: `bar pub brewery brewpub taproom biergarten beer-garden nightclub cidery winery distillery lounge shop-wine
    shop-alcohol shop-liquor shop-beverages`,
  market: 'marketplace market dressmaker jeweller shoemaker clockmaker handicraft electronics-repair ski-rental',
  walk: 'trail hiking-route path square information guidepost trail-riding-station nature-trail ancient-road',
  station: `train-station metro-station bus-station tram-stop airport airfield heliport funicular cable-car ancient-station
    ancient-bridge`,
  stay: `hotel hotel-pyr-n-es hostel guest-house bed-and-breakfast motel chalet resort camp-site caravan-site alpine-hut
    wilderness-hut shelter scout-camp`,
} as const

/** The slug of one of the 24 categories. */
export type Category = keyof typeof SOURCE_CATEGORIES

/** Families with too many members to list. The first match wins, after the exact names above. */
const CATEGORY_BY_PREFIX: [prefix: string, category: Category][] = [
  ['shop-', 'market'],
  ['ancient-', 'ruin'],
  ['world-heritage-', 'building'],
]

const CATEGORY_BY_NAME = new Map<string, Category>(
  (Object.entries(SOURCE_CATEGORIES) as [Category, string][]).flatMap(([category, names]) =>
    [category as string, ...names.split(/\s+/)].map((name): [string, Category] => [name, category]),
  ),
)

/** Returns the category of spots for a source category, or null if it is unknown. Those spots become curiosities. */
export function findCategory(sourceCategory: string): Category | null {
  const slug = sourceCategory
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  const exact = CATEGORY_BY_NAME.get(slug)
  if (exact) return exact
  return CATEGORY_BY_PREFIX.find(([prefix]) => slug.startsWith(prefix))?.[1] ?? null
}
