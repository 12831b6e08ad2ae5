/** Names the folder of tiles. Written by tools/build-basemap.ts from its sources and the versions of its data. */
export const basemapVersion = '85cf38c89d'
