/** The seven groups of categories. A group defines the shape and ink of its icons. */
export const groups = {
  relief: 'Relief',
  water: 'Water',
  green: 'Green',
  past: 'Past',
  culture: 'Culture',
  table: 'Table',
  way: 'Way',
} as const

export type GroupId = keyof typeof groups

export type Category = { group: GroupId; name: string }

/** The 24 categories of spots, in display order. The database holds the same list. */
export const categories = {
  summit: { group: 'relief', name: 'Summit' },
  viewpoint: { group: 'relief', name: 'Viewpoint' },
  cave: { group: 'relief', name: 'Cave & rock' },
  coast: { group: 'water', name: 'Coast' },
  swim: { group: 'water', name: 'Swimming' },
  waterfall: { group: 'water', name: 'Waterfall' },
  spring: { group: 'water', name: 'Spring' },
  garden: { group: 'green', name: 'Garden & park' },
  wood: { group: 'green', name: 'Wood & wildlife' },
  ruin: { group: 'past', name: 'Ruin' },
  castle: { group: 'past', name: 'Castle' },
  sacred: { group: 'past', name: 'Sacred place' },
  memorial: { group: 'past', name: 'Memorial' },
  museum: { group: 'culture', name: 'Museum' },
  art: { group: 'culture', name: 'Street art' },
  building: { group: 'culture', name: 'Building' },
  curiosity: { group: 'culture', name: 'Curiosity' },
  cafe: { group: 'table', name: 'Café & bakery' },
  kitchen: { group: 'table', name: 'Kitchen' },
  bar: { group: 'table', name: 'Bar & brewery' },
  market: { group: 'table', name: 'Market & shop' },
  walk: { group: 'way', name: 'Walk' },
  station: { group: 'way', name: 'Station' },
  stay: { group: 'way', name: 'Hut & stay' },
} as const satisfies Record<string, Category>

export type CategoryId = keyof typeof categories

/** All categories in display order. */
export const categoryIds = Object.keys(categories) as CategoryId[]

/** All groups in display order. */
export const groupIds = Object.keys(groups) as GroupId[]

/** Returns true if a text is the id of a category. */
export function isCategoryId(id: string): id is CategoryId {
  return Object.hasOwn(categories, id)
}

/** Lists the categories of a group in display order. */
export function listCategoriesOf(group: GroupId): CategoryId[] {
  return categoryIds.filter((id) => categories[id].group === group)
}

const landscapeGroups: readonly GroupId[] = ['relief', 'water', 'green']

/** Returns true if titles of this category are set in italics, as cartographers letter landscape. */
export function isLandscape(id: CategoryId): boolean {
  return id === 'walk' || landscapeGroups.includes(categories[id].group)
}
