import { expect, test } from 'vitest'
import { readPicture } from './own-picture.ts'

const ID = '3f2b8c1e-0000-4000-8000-000000000000'
const OTHER = '3f2b8c1e-0000-4000-8000-000000000001'
const BYTES = new Uint8Array([1])

/** Returns the paths that are read for a profile whose picture has this URL. */
async function listReads(avatar_url: string | null): Promise<string[]> {
  const paths: string[] = []
  await readPicture({ id: ID, avatar_url }, async (path) => {
    paths.push(path)
    return BYTES
  })
  return paths
}

test('reads the picture in the folder of the member', async () => {
  expect(await listReads(`https://site.test/storage/v1/object/public/avatars/${ID}/a-1.webp`)).toEqual([
    `${ID}/a-1.webp`,
  ])
})

test.each([
  ['none', null],
  ['one of a sign-in provider', 'https://provider.example.org/photo.jpg'],
  ['one of another member', `https://site.test/avatars/${OTHER}/a.webp`],
  ['a path out of the folder', `https://site.test/avatars/${ID}/../${OTHER}/a.webp`],
  ['an encoded path', `https://site.test/avatars/${ID}/..%2F${OTHER}%2Fa.webp`],
  ['a query', `https://site.test/avatars/${ID}/a.webp?x=/avatars/${OTHER}/b.webp`],
])('reads no file for %s', async (_which, address) => {
  expect(await listReads(address)).toEqual([])
})

test('returns null without a profile', async () => {
  expect(await readPicture(undefined, async () => BYTES)).toBeNull()
})
