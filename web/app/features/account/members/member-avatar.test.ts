import { expect, test } from 'vitest'
import { mayShowPicture } from './member-avatar.tsx'

const settings = {
  siteUrl: 'https://spots.example/map',
  supabaseUrl: 'https://project.example',
  pictureOrigins: ['https://faces.example'],
}

test('pictures of the site, its services and those whom the operator allows are shown', () => {
  for (const url of [
    '/map/photo/x/480.webp',
    'https://spots.example/a.png',
    'https://project.example/storage/v1/a.png',
    'https://faces.example/a',
  ])
    expect(mayShowPicture(url, settings), url).toBe(true)
})

test('pictures from elsewhere are not, so that nobody there learns who looks', () => {
  for (const url of [
    'https://lh3.googleusercontent.example/a',
    'http://spots.example/a.png',
    '//evil.example/a',
    'javascript:alert(1)',
    'data:image/png,x',
    'https://',
  ])
    expect(mayShowPicture(url, settings), url).toBe(false)
})
