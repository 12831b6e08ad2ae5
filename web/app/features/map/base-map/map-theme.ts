/** The two themes of every map. */
export type MapTheme = 'day' | 'night'

/** The colours of the map. A test keeps them equal to the custom properties in styles/tokens.css. */
export interface MapPalette {
  water: string
  land: string
  coast: string
  /** Water lines, nearest the coast first. */
  rings: [string, string, string, string]
  river: string
  border: string
  graticule: string
  urban: string
  contour: string
  contourTint: string
  town: string
  seaLabel: string
  over: string
}

export const mapPalettes: Record<MapTheme, MapPalette> = {
  day: {
    water: '#d3e4e6',
    land: '#f7f2e3',
    coast: '#356b7c',
    rings: ['#9dc0c6', '#a9c8cd', '#b5d0d4', '#c1d9dc'],
    river: '#6e9fae',
    border: '#5b4a63',
    graticule: 'rgb(18 35 46 / 0.13)',
    urban: 'rgb(18 35 46 / 0.06)',
    contour: '#a9803f',
    contourTint: 'rgb(180 132 63 / 0.07)',
    town: '#12232e',
    seaLabel: '#2f6a80',
    over: '#b80f5a',
  },
  night: {
    water: '#0a1720',
    land: '#182a34',
    coast: '#5f93a3',
    rings: ['#27485a', '#203d4d', '#193240', '#132834'],
    river: '#3d6e80',
    border: '#8b7c95',
    graticule: 'rgb(226 232 224 / 0.1)',
    urban: 'rgb(226 232 224 / 0.05)',
    contour: '#8d7a50',
    contourTint: 'rgb(226 200 140 / 0.045)',
    town: '#dce0d4',
    seaLabel: '#6fa3b4',
    over: '#ff7aae',
  },
}
