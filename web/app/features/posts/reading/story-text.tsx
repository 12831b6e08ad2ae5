import { Fragment, type ReactNode } from 'react'
import { PhotoImage, type PhotoImageProps } from '#app/features/media/photo-image.tsx'
import type { Story, StoryStop } from './compose-story.ts'
import { StopCard } from './stop-card.tsx'

/** The text of a story, with its spots as cards where the text mentions them. */
export function StoryText({
  story,
  current,
  isAuthor,
  linkSecret = null,
  renderActions,
}: {
  story: Story
  current: number
  isAuthor: boolean
  /** Opens the photos of a story that is shared by a secret link. */
  linkSecret?: string | null
  /** The buttons of a spot's card. */
  renderActions?: (stop: StoryStop) => ReactNode
}) {
  const card = (number: number) => {
    const stop: StoryStop | undefined = story.stops[number - 1]
    return stop && <StopCard stop={stop} isCurrent={number === current} actions={renderActions?.(stop)} />
  }
  return (
    <div className="story-text">
      {story.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity and never move
        <Fragment key={index}>
          {part.kind === 'text' && <StoryProse html={part.html} />}
          {part.kind === 'stop' && card(part.number)}
          {part.kind === 'photo' && <StoryPhoto {...part} linkSecret={linkSecret} />}
          {part.kind === 'missing' && <MissingSpot isAuthor={isAuthor} />}
        </Fragment>
      ))}
      {story.unplaced.length > 0 && (
        <section className="story-unplaced" aria-labelledby="also">
          <h2 className="title text-h3" id="also">
            Along the way
          </h2>
          {story.unplaced.map((number) => (
            <Fragment key={number}>{card(number)}</Fragment>
          ))}
        </section>
      )}
    </div>
  )
}

/** The author sees all their own spots, so one that is missing for them was deleted. For others it may be private. */
function MissingSpot({ isAuthor }: { isAuthor: boolean }) {
  return (
    <p className="story-missing">
      {isAuthor ? 'This spot is no longer available.' : 'A place the author keeps to themselves'}
    </p>
  )
}

function StoryPhoto({
  photo,
  caption,
  linkSecret,
}: {
  photo: PhotoImageProps['photo']
  caption: string
  linkSecret: string | null
}) {
  return (
    <figure className="story-photo">
      <PhotoImage photo={photo} sizes="(width < 67.5rem) 100vw, 46rem" linkSecret={linkSecret} />
      {caption && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  )
}

function StoryProse({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML of the author through
  return <div className="prose-story story-prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
