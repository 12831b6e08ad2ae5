import { Fragment } from 'react'
import { useAppSettings } from '#app/platform/root-data.ts'
import { CopyButton } from '#app/ui/buttons/copy-button.tsx'
import { Section } from '#app/ui/layout/section.tsx'

const COMMAND = 'npm run map -- extract URL --city florence'

/** The state of the street map, and instructions for the operator. */
export function StreetMapState() {
  const { streets } = useAppSettings()
  return (
    <Section title="Street maps">
      {streets ? (
        <p>
          The map shows streets up to zoom {streets.maxZoom}. {streets.attribution}
        </p>
      ) : (
        <>
          <p>
            The map has no streets yet. Copy a region from a PMTiles archive with one command on the server. Archives
            and sizes are in docs/operations.md, under “Street maps”.
          </p>
          <p className="site-settings-command">
            <CommandWords command={COMMAND} />
            <CopyButton text={COMMAND} label="Copy the command" done="Command copied" />
          </p>
        </>
      )}
    </Section>
  )
}

/** A command that breaks only between its words. Browsers would also break it after the hyphens of an option. */
export function CommandWords({ command }: { command: string }) {
  const words = command.split(' ')
  return (
    <code>
      {words.map((word, place) => (
        <Fragment key={word}>
          {place > 0 && ' '}
          <span className="whitespace-nowrap">{word}</span>
        </Fragment>
      ))}
    </code>
  )
}
