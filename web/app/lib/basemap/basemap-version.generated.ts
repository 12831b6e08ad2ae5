/** Names the folder of tiles. Written by tools/build-basemap.ts from its sources and the versions of its data. */
export const basemapVersion = '3c9b5982f3'
