import type { CategoryId } from '#app/features/categories/categories.ts'

/** The schema.org type of a category: the most specific one that is true of every spot in it. */
export const placeTypes: Record<CategoryId, string> = {
  summit: 'Mountain',
  viewpoint: 'TouristAttraction',
  cave: 'Landform',
  coast: 'Place',
  swim: 'Place',
  waterfall: 'Waterfall',
  spring: 'BodyOfWater',
  garden: 'Park',
  wood: 'Place',
  ruin: 'LandmarksOrHistoricalBuildings',
  castle: 'LandmarksOrHistoricalBuildings',
  sacred: 'PlaceOfWorship',
  memorial: 'LandmarksOrHistoricalBuildings',
  museum: 'Museum',
  art: 'TouristAttraction',
  building: 'LandmarksOrHistoricalBuildings',
  curiosity: 'TouristAttraction',
  cafe: 'CafeOrCoffeeShop',
  kitchen: 'Restaurant',
  bar: 'BarOrPub',
  market: 'Store',
  walk: 'TouristAttraction',
  station: 'Place',
  stay: 'LodgingBusiness',
}
