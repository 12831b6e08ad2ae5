/** Names the folder of tiles. Written by tools/build-basemap.ts from its sources and the versions of its data. */
export const basemapVersion = '8b8fd28c7c'
