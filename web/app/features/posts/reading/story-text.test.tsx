import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { composeStory } from './compose-story.ts'
import { StoryText } from './story-text.tsx'

const ID = '1f0b2c3d-0000-4000-8000-000000000001'

test('opens the photos of a story that is shared by link', () => {
  const story = composeStory(`![](/photo/${ID})`, [], [{ id: ID, width: 400, height: 300, placeholder: null }])
  const draw = (linkSecret: string | null) =>
    renderToStaticMarkup(<StoryText story={story} current={1} isAuthor={false} linkSecret={linkSecret} />)
  expect(draw('a b')).toContain(`src="/photo/${ID}/400.webp?link=a%20b"`)
  expect(draw(null)).toContain(`src="/photo/${ID}/400.webp"`)
})
