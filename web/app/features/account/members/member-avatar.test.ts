import { expect, test } from 'vitest'
import { mayShowPicture } from './member-avatar.tsx'

const settings = {
  siteUrl: 'https://spots.example/map',
  supabaseUrl: 'https://project.example',
  pictureOrigins: ['https://faces.example'],
}

test('shows pictures of the site, its services and allowed origins', () => {
  for (const url of [
    '/map/photo/x/480.webp',
    'https://spots.example/a.png',
    'https://project.example/storage/v1/a.png',
    'https://faces.example/a',
  ])
    expect(mayShowPicture(url, settings), url).toBe(true)
})

test('shows no pictures from other origins, which would learn who views them', () => {
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
