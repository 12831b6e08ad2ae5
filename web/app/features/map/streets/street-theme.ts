import type { MapTheme } from '../base-map/map-theme.ts'

/** The colours of streets, buildings and green areas, which only the street tiles have. */
export interface StreetPalette {
  built: string
  civic: string
  park: string
  cemetery: string
  wood: string
  tree: string
  sand: string
  pitch: string
  square: string
  building: string
  buildingLine: string
  hatch: string
  hatchOpacity: number
  road: string
  roadLine: string
  roadInk: string
  roadInkMajor: string
  tunnelEdge: string
  rail: string
  path: string
  arrow: string
  streetLabel: string
  streetHalo: string
  areaLabel: string
  sightLabel: string
  parkLabel: string
  waterLabel: string
  bankLines: [string, string]
}

export const streetPalettes: Record<MapTheme, StreetPalette> = {
  day: {
    built: '#ece6d4',
    civic: '#ece6dc',
    park: '#e5ead0',
    cemetery: '#e3e6d4',
    wood: '#dbe3c4',
    tree: '#a9b98a',
    sand: '#efe4c4',
    pitch: '#dce3c3',
    square: '#fbf7ec',
    building: '#e2dfd3',
    buildingLine: '#a8a89f',
    hatch: '#b9b8ad',
    hatchOpacity: 0.8,
    road: '#ffffff',
    roadLine: '#9aa09c',
    roadInk: '#7f8a8b',
    roadInkMajor: '#5f6d72',
    tunnelEdge: '#b4b5ab',
    rail: '#6b777c',
    path: '#8a8d85',
    arrow: '#75848c',
    streetLabel: '#43545e',
    streetHalo: '#ffffff',
    areaLabel: '#43545e',
    sightLabel: '#43545e',
    parkLabel: '#3f5a2c',
    waterLabel: '#25586c',
    bankLines: ['#9dc0c6', '#b5d0d4'],
  },
  night: {
    built: '#1c303a',
    civic: '#202f3b',
    park: '#1c3430',
    cemetery: '#1d3232',
    wood: '#1a352c',
    tree: '#35543f',
    sand: '#2a3130',
    pitch: '#203a33',
    square: '#304a56',
    building: '#263b46',
    buildingLine: '#3d5561',
    hatch: '#3f5965',
    hatchOpacity: 0.55,
    road: '#3d5b68',
    roadLine: '#12212a',
    roadInk: '#4d6874',
    roadInkMajor: '#6a8793',
    tunnelEdge: '#35505c',
    rail: '#6f858f',
    path: '#58727d',
    arrow: '#91a0a6',
    streetLabel: '#d3dad7',
    streetHalo: '#22363f',
    areaLabel: '#c3cbca',
    sightLabel: '#b6c0c1',
    parkLabel: '#a9c79a',
    waterLabel: '#86b6c6',
    bankLines: ['#27485a', '#193240'],
  },
}
