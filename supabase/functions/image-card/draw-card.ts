import { initWasm, Resvg } from '@resvg/resvg-wasm'
import satori from 'satori'
import type { Card } from './card.ts'
import { renderCard } from './card-layout.ts'
import { loadFonts } from './fonts.ts'
import { fetchPicture } from './site-picture.ts'

/** The PNG of a card. A drawing that lacks a picture is incomplete. */
export interface Drawing {
  png: Uint8Array<ArrayBuffer>
  isComplete: boolean
}

let starting: Promise<void> | undefined

/** Draws a card with the pictures of the site. */
export async function drawCard(card: Card, siteName: string): Promise<Drawing> {
  starting ??= Deno.readFile(new URL('index_bg.wasm', import.meta.resolve('@resvg/resvg-wasm'))).then(initWasm)
  const paths = [card.picture.path, card.strip, card.icon instanceof Object ? card.icon.path : null]
  const [fonts, [picture, strip, categoryIcon]] = await Promise.all([
    loadFonts(),
    Promise.all(paths.map((path) => (path === null ? undefined : fetchPicture(path)))),
    starting,
  ])
  const svg = await satori(renderCard(card, siteName, { picture, strip, categoryIcon }), {
    width: 1200,
    height: 630,
    fonts,
  })
  const drawn = new Resvg(svg).render()
  const png = new Uint8Array(drawn.asPng())
  drawn.free()
  const isComplete = paths.every((path, index) => path === null || [picture, strip, categoryIcon][index] !== undefined)
  return { png, isComplete }
}
