/** The size of town names in pixels, by size class, largest first. */
export const TOWN_NAME_SIZES = [15.5, 14.5, 13.5, 12.5, 12, 11.5]
