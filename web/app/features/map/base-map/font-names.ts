/** The font stacks of the map. `loadMapFonts` registers them in the page, since no glyphs are served. */
export const MAP_SERIF = 'Map Serif'
export const MAP_SERIF_ITALIC = 'Map Serif Italic'
export const MAP_SANS = 'Map Sans'
