import { Fragment } from 'react'
import type { Story, StoryStop } from './compose-story.ts'
import { StopCard } from './stops/stop-card.tsx'

/** The text of a story, with its spots as cards where the text mentions them. */
export function StoryText({ story, saved, current }: { story: Story; saved: string[]; current: number }) {
  const card = (number: number) => {
    const stop: StoryStop | undefined = story.stops[number - 1]
    return stop && <StopCard stop={stop} isSaved={saved.includes(stop.spot.id)} isCurrent={number === current} />
  }
  return (
    <div className="story-text">
      {story.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity and never move
        <Fragment key={index}>
          {part.kind === 'text' && <StoryProse html={part.html} />}
          {part.kind === 'stop' && card(part.number)}
          {part.kind === 'missing' && <p className="story-missing">This spot is no longer available.</p>}
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

function StoryProse({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML of the author through
  return <div className="prose-story story-prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
